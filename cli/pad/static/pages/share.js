// More: who may join, what to take along, and how this phone shows things.

import { call } from "../api.js";
import { freshId, knowTable } from "../memory.js";
import { FormView, isEmpty } from "../parts/form.js";
import { Seats } from "../parts/seat.js";
import { Settings } from "../parts/settings.js";
import { go, to } from "../route.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { capital, listed, t } from "../words.js";
import { answersAll } from "./new.js";
import { copyText } from "./story.js";

export function Share({ session, state, place, talk }) {
  return html`<div>
    ${state.role === "scribe" && html`<${Join} session=${session} place=${place} />`}
    <${Take} session=${session} state=${state} />
    ${state.role === "scribe" && html`<${Rematch} session=${session} state=${state} />`}
    ${state.role !== "spectator" && html`<${Holder} session=${session} state=${state} />`}
    <h2>${t("This phone")}</h2>
    <${Settings} talk=${talk} />
    <p class="faint small offline-note">${"serviceWorker" in navigator ? t("Ready for no network: everything of this table is on this phone.") : t("This page is not encrypted, so this browser keeps nothing of it: with no network it cannot be opened again. What you have entered stays while the page is open. Whoever runs the pad can start it with --tls.")}</p>
    <p class="faint small">${[state.game_title, state.edition_name, t.n("{n} entry", "{n} entries", state.events)].filter(Boolean).join(" · ")}<br />${t("end of the log: {head}", { head: `${state.head.slice(0, 16)}…` })}</p>
  </div>`;
}

function Join({ session, place }) {
  const [role, setRole] = useState("player");
  const [keys, setKeys] = useState(null);
  const [address, setAddress] = useState(location.origin);
  const [said, setSaid] = useState("");
  const load = async (body) => {
    try {
      const { told } = await call(session.key, body ? "POST" : "GET", `tables/${session.name}/keys`, { body });
      const found = told.keys || told;
      setKeys(found);
      if (told.address) setAddress(told.address.replace(/\/$/, ""));
      if (body?.renew === "scribe" && found.scribe) go({ t: place.t, k: found.scribe, p: "share" });
    } catch (error) {
      setSaid(error.status ? error.message : t("The server does not answer."));
    }
  };
  useEffect(() => {
    load();
  }, []);
  const roles = {
    player: { words: t("Players"), about: t("enter things and agree with the sheet") },
    spectator: { words: t("Onlookers"), about: t("see everything, change nothing") },
    scribe: { words: t("Scribes"), about: t("may put everything right, end the game and share it") },
  };
  const link = keys && `${address}/${to({ t: place.t, k: keys[role] })}`;
  const copy = async () => setSaid((await copyText(link)) ? t("Copied") : link);
  const send = () => navigator.share({ title: document.title, url: link }).catch(() => {});
  const renew = async () => {
    await load({ renew: role });
    setSaid(t("The old link no longer works."));
  };
  return html`<section class="join">
    <h2>${t("Join with another phone")}</h2>
    <div class="segments" role="group" aria-label=${t("As what?")}>
      ${Object.entries(roles).map(([name, one]) => html`<button type="button" key=${name} aria-pressed=${role === name ? "true" : "false"} onClick=${() => { setRole(name); setSaid(""); }}>${one.words}</button>`)}
    </div>
    <p class="faint">${capital(roles[role].about)}</p>
    ${keys && html`<${Qr} key=${keys[role]} session=${session} role=${role} label=${t("QR code of the link")} />`}
    <div class="two">
      <button type="button" class="main" onClick=${copy} disabled=${!keys}>${t("Copy the link")}</button>
      ${navigator.share && html`<button type="button" onClick=${send}>${t("Send…")}</button>`}
      <button type="button" onClick=${renew} disabled=${!keys}>${t("New link, revoke the old")}</button>
    </div>
    <p role="status" class="hint">${said}</p>
  </section>`;
}


function Qr({ session, role, label }) {
  const box = useRef(null);
  useEffect(() => {
    let late = false;
    (async () => {
      try {
        const answer = await call(session.key, "GET", `tables/${session.name}/qr`, { query: { role }, raw: true });
        const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
        if (late || drawn.nodeName !== "svg") return;
        if (!drawn.getAttribute("viewBox")) drawn.setAttribute("viewBox", `0 0 ${drawn.getAttribute("width")} ${drawn.getAttribute("height")}`);
        drawn.removeAttribute("width");
        drawn.removeAttribute("height");
        box.current.replaceChildren(document.importNode(drawn, true));
      } catch {
        // the link can still be copied
      }
    })();
    return () => {
      late = true;
    };
  }, [role]);
  return html`<div class="qr" ref=${box} role="img" aria-label=${label}></div>`;
}

function Take({ session, state }) {
  const [said, setSaid] = useState("");
  const [tracker, setTracker] = useState("");
  const save = async (format, ending) => {
    try {
      const answer = await call(session.key, "GET", `tables/${session.name}/export`, { query: { format }, raw: true });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `${session.name}.${ending}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      setSaid(t("Saved as {file}", { file: link.download }));
    } catch (error) {
      setSaid(error.status ? error.message : t("The server does not answer."));
    }
  };
  useEffect(() => {
    if (!state.sheet.final) return;
    call(session.key, "GET", `tables/${session.name}/export`, { query: { format: "bgstats" } }).then(
      ({ told }) => setTracker(told.link || ""),
      () => {},
    );
  }, [state.head]);
  return html`<section>
    <h2>${t("Take it along")}</h2>
    <div class="picks">
      <button type="button" class="pick" onClick=${() => save("csv", "csv")}>${t("Scores as CSV")}</button>
      <button type="button" class="pick" onClick=${() => save("html", "html")}>${t("Sheet as a page")}</button>
      <button type="button" class="pick" onClick=${() => save("text", "txt")}>${t("Story as text")}</button>
      <button type="button" class="pick" onClick=${() => save("jsonl", "jsonl")}>${t("The log itself")}</button>
      ${tracker && html`<a class="pick" href=${tracker} rel="noreferrer">${t("To BG Stats")}</a>`}
    </div>
    <p role="status" class="hint">${said}</p>
  </section>`;
}

function Rematch({ session, state }) {
  const [error, setError] = useState("");
  const [asked, setAsked] = useState(null); // what the game's first line needs
  const [answers, setAnswers] = useState({});
  const [id] = useState(freshId);
  const own = Object.values(answers)[0] || {};
  const again = async () => {
    const also = asked && Object.fromEntries(asked.map((field) => [field.name, own[field.name]]).filter(([, value]) => !isEmpty(value)));
    try {
      const { told } = await call(session.key, "POST", `tables/${session.name}/rematch`, { body: { id, ...(also && { also }) } });
      if (told.asks) return setAsked(told.asks);
      knowTable({ name: told.name, key: told.keys.scribe, title: state.title || state.game_title, players: listed(state.players) });
      go({ t: told.name, k: told.keys.scribe });
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer. Nothing is lost: try again."));
    }
    return undefined;
  };
  const open = asked && asked.filter((field) => !answersAll(field, own[field.name], state.players));
  return html`<section>
    <h2>${t("Again?")}</h2>
    ${asked && html`<${FormView} form=${{ name: "opening", rows: [{ fields: asked, given: {} }] }} answers=${answers} onAnswers=${setAnswers} />`}
    ${open?.length > 0 && html`<p class="hint">${t("Still to say: {what}", { what: listed(open.map((field) => field.label)) })}</p>`}
    <button type="button" onClick=${again} disabled=${open?.length > 0}>${asked ? t("Start") : t("Rematch: same people, seats moved on by one")}</button>
    <p class="hint" role="alert">${error}</p>
  </section>`;
}

// Which player this phone speaks for; the scribe gives a seat to another phone.
function Holder({ session, state }) {
  const free = async (player) => {
    await call(session.key, "POST", `tables/${session.name}/seat`, { body: { player, free: true } }).catch(() => {});
    session.refresh();
  };
  const others = (state.seats || []).filter((player) => player !== session.seat);
  return html`<section>
    <h2>${t("Who holds this phone?")}</h2>
    <p class="faint small">${t("A phone writes what its own player has, and agrees for that player only.")}</p>
    <${Seats} session=${session} state=${state} choose=${(name) => session.sit(name)} />
    ${state.role === "scribe" && others.length > 0 && html`<div class="picks">${others.map((player) => html`<button type="button" class="pick" key=${player} onClick=${() => free(player)}>${t("Free the seat of {player}", { player })}</button>`)}</div>`}
  </section>`;
}
