// Score only: one declaration a player, made of what somebody entered and of nothing else.

import { call } from "../api.js";
import { recall, remember } from "../memory.js";
import { counted, Counts, restIsZero } from "../parts/counts.js";
import { entryOf, FormView, rowKey, toldRow } from "../parts/form.js";
import { Step, stepsLeft } from "../parts/declare.js";
import { Sheet, unsaid } from "../parts/sheet.js";
import { go } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, listed, ruleOf, t } from "../words.js";

export function Score({ session, state, place }) {
  const ways = [state.holdings_form, state.counts_form].map((name) => state.forms.find((one) => one.name === name)).filter(Boolean);
  if (!ways.length) return html`<p class="card">${t("This game has no short way; write it down round by round.")}</p>`;
  return html`<${People} session=${session} state=${state} place=${place} ways=${ways.map((form) => asked(form, state))} />`;
}

// Before somebody has said what they have, nothing stands in their row; to have none of something is said as well.
function asked(form, state) {
  const known = (row) => state.mode === "record" || row.given.player in (state.declared || {});
  const fields = (row) => row.fields.map((field) => ({ ...field, none: true, value: known(row) ? field.value : null }));
  return { ...form, rows: form.rows.map((row) => ({ ...row, fields: fields(row) })) };
}

// A table that has not begun either way is scored by whoever does it here.
const scoring = (state) => ({ ...state, mode: state.mode || "score" });

function People({ session, state, place, ways }) {
  const { typed } = session;
  const left = new Set(state.left || []);
  const open = (player) => !left.has(player) && !(player in state.declared) && !session.awaitsRow(player);
  const lacks = (player) => player in state.declared && state.sheet.players.find((one) => one.player === player).missing?.length;
  const mine = state.players.filter((player) => session.speaksFor(player));
  const [shown, setShown] = useState(() => mine.find((player) => typed.of(player)) || mine.find(open) || mine.find(lacks) || null);
  useEffect(() => {
    if (!shown && session.seat && open(session.seat)) setShown(session.seat); // whoever sits down has a row
  }, [session.seat]);
  const [step, setStep] = useState(null); // the field of the shown row that is being asked for
  const rows = Object.fromEntries(state.players.map((player) => [player, rowOf(player)]));

  function rowOf(player) {
    const draft = typed.of(player);
    const wanted = draft?.form || state.declared[player]?.form || recall(`way.${state.game}`);
    const form = ways.find((one) => one.name === wanted) || ways[0];
    const row = form.rows.find((one) => one.given.player === player);
    return { player, draft, form, row, answers: { [rowKey(row)]: draft?.answers || {} } };
  }

  const change = (player) => (answers) => {
    const { form, row } = rowOf(player);
    typed.put(player, { form: form.name, answers: answers[rowKey(row)] || {} });
  };
  const write = (player) => {
    const { form, row, answers } = rowOf(player);
    const entry = entryOf(form.writes[0], row, answers);
    const done = typed.finish(player);
    session.enter([{ ...entry, id: done?.id }], { words: `${player}: ${toldRow(row, answers) || t("nothing")}`, sole: state.declarations });
    const next = onward(player);
    setStep(null);
    setShown(next);
    if (!next && state.players.every((one) => one === player || !open(one))) go({ t: place.t, k: place.k, p: "sheet" });
    else if (next && done && stepsOf(next).length && step) setStep(stepsOf(next)[0].name);
  };
  const onward = (player) => {
    const at = mine.indexOf(player);
    return [...mine.slice(at + 1), ...mine.slice(0, at)].find(open) || null;
  };
  const stepsOf = (player) => stepsLeft(rowOf(player));
  const leave = (player) => {
    typed.drop(player);
    session.enter([{ type: "player_left", player }], { words: t("{player} left the game", { player }) });
    setShown(onward(player));
  };

  const full = Object.values(rows).filter((one) => one.draft && (one.form.zeros ? counted(one.row, one.answers) : !stepsLeft(one).length));
  const told = useDrafted(session, state, full.map((one) => entryOf(one.form.writes[0], one.row, one.answers)));
  const drafted = told && { ...told, sheet: unsaid(told.sheet, scoring(state), full.map((one) => one.player)) };
  const sheet = drafted ? drafted.sheet : unsaid(state.sheet, scoring(state));
  useEffect(() => {
    session.preview = { ...sheet, draft: Boolean(drafted) };
    session.changed();
    return () => {
      session.preview = null;
    };
  }, [told, state.head]);
  const fresh = drafted ? drafted.findings.filter((one) => one.n >= state.events && one.severity !== "note") : [];
  const waits = state.players.filter(open);
  const asks = step && shown && !left.has(shown) && rows[shown].row.fields.find((field) => field.name === step);
  return html`<div class="declare">
    <h2 class="ask">${t("What does everybody have?")}</h2>
    ${mine.length === 0 && html`<p class="notice">${t("Say who holds this phone, and write down what that player has.")}</p>`}
    ${state.players.map((player) =>
      shown === player && !left.has(player)
        ? html`<${Editor}
            key=${player}
            session=${session}
            state=${state}
            ways=${ways}
            one=${rows[player]}
            all=${rows}
            onChange=${change(player)}
            onWay=${(form) => {
              remember(`way.${state.game}`, form.name);
              typed.put(player, { form: form.name, answers: {} });
            }}
            onStep=${setStep}
            onWrite=${() => write(player)}
            onLeave=${() => leave(player)}
            onClose=${() => setShown(null)}
          />`
        : html`<${Folded} key=${player} session=${session} state=${state} one=${rows[player]} left=${left.has(player)} onOpen=${session.speaksFor(player) && !left.has(player) ? () => setShown(player) : null} />`,
    )}
    <section class="card live" aria-live="polite">
      <${Sheet} sheet=${sheet} caption=${drafted ? t("The sheet so far") : t("The sheet")} />
      ${waits.length > 0 && html`<p class="faint">${t("Nobody has won yet. Still to say what they have: {players}", { players: listed(waits) })}</p>`}
      ${session.live === false && html`<p class="faint">${t("The sheet is worked out as soon as the server can be reached again.")}</p>`}
      ${fresh.map((one) => html`<p class="warning" key=${`${one.n} ${one.rule} ${one.message}`}>${one.message} <span class="faint">${ruleOf(one)}</span></p>`)}
    </section>
    ${asks &&
    html`<${Step}
      key=${`${shown} ${step}`}
      one=${rows[shown]}
      all=${rows}
      field=${asks}
      onChange=${change(shown)}
      rest=${(answers) => stepsLeft({ ...rows[shown], answers }).filter((field) => field.name !== step)}
      onStep=${setStep}
      onWrite=${() => write(shown)}
      onClose=${() => setStep(null)}
    />`}
  </div>`;
}

// A player whose row is not open: what stands there, or that nothing does.
function Folded({ session, state, one, left, onOpen }) {
  const { player, draft, row, answers } = one;
  const declared = state.declared[player];
  const elsewhere = session.typed.elsewhere(player);
  const begun = draft ? toldRow(row, answers) : elsewhere.length ? t("begun on another phone") : "";
  const words = left
    ? t("left the game")
    : declared
      ? declared.words
      : session.awaitsRow(player)
        ? t("waiting to be sent")
        : begun
          ? t("begun: {words}", { words: begun })
          : t("nothing said yet");
  const sign = left ? "–" : declared || session.awaitsRow(player) ? "✓" : begun ? "…" : "?";
  const body = html`<span class="standing-sign" aria-hidden="true">${sign}</span><b>${player}</b><span class="faint grow">${words}</span>${onOpen && html`<span class="faint" aria-hidden="true">▸</span>`}`;
  if (!onOpen) return html`<div class="fold fold-head" role="group" aria-label=${player}>${body}</div>`;
  return html`<section class="fold" role="group" aria-label=${player}><button type="button" class="fold-head" aria-expanded="false" onClick=${onOpen}>${body}</button></section>`;
}

function Editor({ session, state, ways, one, all, onChange, onWay, onStep, onWrite, onLeave, onClose }) {
  const { player, draft, form, row, answers } = one;
  const byCounts = form.zeros;
  const steps = stepsLeft(one);
  const declared = state.declared[player];
  const contested = declared && draft && declared.n !== draft.base;
  const blank = byCounts ? !counted(row, answers) : false;
  const next = steps[0];
  const missing = byCounts ? (state.sheet.players.find((other) => other.player === player)?.missing || []) : [];
  return html`<section class="fold open" role="group" aria-label=${player}>
    <button type="button" class="fold-head" aria-expanded="true" onClick=${onClose}><b>${player}</b><span class="grow"></span><span class="faint" aria-hidden="true">▾</span></button>
    <div class="fold-body">
      ${session.typed.elsewhere(player).map((other) => html`<${Other} key=${other.id} session=${session} state=${state} ways=${ways} row=${other} onTake=${() => session.typed.put(player, { form: other.form, answers: other.answers })} />`)}
      ${ways.length > 1 &&
      html`<div class="segments" role="group" aria-label=${t("How do you say it?")}>
        ${ways.map((way) => html`<button type="button" key=${way.name} aria-pressed=${way === form ? "true" : "false"} onClick=${() => way !== form && onWay(way)}>${way.zeros ? t("By counting") : t("By cards")}</button>`)}
      </div>`}
      ${byCounts
        ? html`<${Counts} row=${row} answers=${answers} onAnswers=${onChange} late=${missing} />`
        : html`<${FormView} form=${{ ...form, rows: [row] }} answers=${answers} onAnswers=${onChange} onPick=${(_, field) => onStep(field.name)} headed name=${`row-${state.players.indexOf(player)}`} />`}
      ${contested
        ? html`<${Contested} player=${player} declared=${declared} words=${toldRow(row, answers)} onTheirs=${() => session.typed.drop(player)} onMine=${onWrite} ready=${!steps.length && !blank} />`
        : html`<div class="stack">
            ${byCounts && counted(row, answers) < row.fields.filter((field) => !field.late).length && html`<button type="button" onClick=${() => onChange(restIsZero(row, answers))}>${t("The rest is 0")}</button>`}
            ${!byCounts && next
              ? html`<p class="hint">${t("Still to say: {what}", { what: listed(steps.map((field) => field.label)) })}</p>
                  <button type="button" class="main" onClick=${() => onStep(next.name)}>${capital(next.label)} ›</button>
                  ${draft && steps.every((field) => field.optional) && html`<button type="button" class="plain" onClick=${onWrite}>${t("Write it down without: {what}", { what: listed(steps.map((field) => field.label)) })}</button>`}`
              : html`<button type="button" class="main" aria-disabled=${blank ? "true" : undefined} onClick=${() => blank || onWrite()}>${t("Write it down")}</button>`}
          </div>`}
      <p class="two">
        ${draft && html`<button type="button" class="plain" onClick=${() => session.typed.drop(player)}>${t("Drop what is filled in")}</button>`}
        ${!declared && !draft && html`<button type="button" class="plain" onClick=${onLeave}>${t("{player} left the game", { player })}</button>`}
      </p>
    </div>
  </section>`;
}

// Somebody else has declared this player meanwhile: both answers, to choose from.
function Contested({ player, declared, words, onTheirs, onMine, ready }) {
  return html`<div class="warning">
    <p><b>${t("Two answers for {player}", { player })}</b></p>
    <dl class="choice-of"><dt>${declared.by ? t("Written down by {who}", { who: declared.by }) : t("Written down")}</dt><dd>${declared.words}</dd><dt>${t("On this phone")}</dt><dd>${words || t("nothing")}</dd></dl>
    <div class="two">
      <button type="button" onClick=${onTheirs}>${t("What is written is right")}</button>
      <button type="button" class="main" aria-disabled=${ready ? undefined : "true"} onClick=${() => ready && onMine()}>${t("Mine is right")}</button>
    </div>
  </div>`;
}

function Other({ session, state, ways, row, onTake }) {
  const form = ways.find((one) => one.name === row.form);
  const own = form?.rows.find((one) => one.given.player === row.player);
  if (!own) return null;
  const words = toldRow(own, { [rowKey(own)]: row.answers });
  return html`<div class="notice">
    <p>${row.by ? t("Begun on the phone of {who}: {words}", { who: row.by, words }) : t("Begun on another phone: {words}", { words })}</p>
    <div class="two">
      <button type="button" onClick=${onTake}>${t("Go on with it here")}</button>
      ${state.role === "scribe" && html`<button type="button" class="plain" onClick=${() => session.typed.dropOther(row)}>${t("Drop it")}</button>`}
    </div>
  </div>`;
}

// The table as it would be with these entries; nothing is written, nobody else sees it.
function useDrafted(session, state, entries) {
  const [drafted, setDrafted] = useState(null);
  const asked = JSON.stringify(entries);
  useEffect(() => {
    if (!entries.length) return setDrafted(null);
    let late = false;
    const ask = async () => {
      try {
        const { told } = await call(session.key, "POST", `tables/${session.name}/draft`, { body: { entries } });
        if (!late) setDrafted(told);
      } catch {
        if (!late) setDrafted(null);
      }
    };
    const timer = setTimeout(ask, 150);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [asked, state.head, session.live]);
  return drafted;
}
