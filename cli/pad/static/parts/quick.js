// The quick line: what happened, in words. What was not typed exactly as it is printed is shown before it is written.

import { call } from "../api.js";
import { recall, remember } from "../memory.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";

export function QuickLine({ session, state }) {
  const name = `quick.${session.name}`;
  const [text, setText] = useState(recall(name, ""));
  const [answer, setAnswer] = useState(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setAnswer(null), [state.n]); // what was understood was understood at that moment
  const type = (next) => {
    remember(name, next);
    setText(next);
    setAnswer(null);
  };
  const write = async ({ events, words }) => {
    if (session.behind || session.repeats(events)) return;
    type("");
    await session.enter(events, { words: words.join(" · ") });
  };
  const say = async (event) => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      const { told } = await call(session.key, "POST", `tables/${session.name}/said`, { body: { text } });
      if (told.exact) await write(told);
      else setAnswer(told);
    } catch (error) {
      setAnswer({ why: error.status ? error.message : t("The quick line needs the server."), nearest: [] });
    } finally {
      setBusy(false);
    }
  };
  const one = (found) => html`<button type="button" class="choice" key=${found.words.join()} onClick=${() => write(found)}>${capital(found.words.join(" · "))}</button>`;
  return html`<section class="quick">
    <form onSubmit=${say}>
      <label class="hidden" for="quick">${t("In words")}</label>
      <input id="quick" type="text" value=${text} onInput=${(event) => type(event.target.value)} placeholder=${example(state.ask)} autocomplete="off" autocapitalize="off" spellcheck=${false} enterkeyhint="send" maxlength="500" />
      <button type="submit" disabled=${busy || !text.trim()}>${t("Say it")}</button>
    </form>
    <div role="status">
      ${answer?.events &&
      html`<p class="faint small">${t("Understood, and not written yet:")}</p>
        <ul>${answer.words.map((words) => html`<li key=${words}>${capital(words)}</li>`)}</ul>
        <div class="two"><button type="button" onClick=${() => setAnswer(null)}>${t("No")}</button><button type="button" class="main" onClick=${() => write(answer)}>${t("Write it down")}</button></div>`}
      ${answer?.possibilities && html`<p class="faint small">${t("Which of these?")}</p><div class="choices">${answer.possibilities.map(one)}</div>`}
      ${answer?.why && html`<p class="hint">${t("Not understood: {why}", { why: answer.why })}</p>`}
      ${answer?.nearest?.length > 0 &&
      html`<p class="faint small">${t("The nearest that can be said:")}</p>
        <div class="picks">${answer.nearest.map((words) => html`<button type="button" class="pick" key=${words} onClick=${() => type(words)}>${capital(words)}</button>`)}</div>`}
    </div>
  </section>`;
}

// The question's hint for people who type, which comes last.
const example = (ask) => (ask?.includes(" (") ? ask.slice(ask.lastIndexOf(" (") + 2).replace(/\)[^)]*$/, "") : t("In words"));
