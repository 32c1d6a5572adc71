// A number: two steppers for a coin more or less, and a pad of our own that takes sums (7+3+2).

import { html, useLayoutEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { Dialog } from "./dialog.js";

const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "−", "0", "+"];

export const summed = (text) =>
  (text.replace(/−/g, "-").match(/[+-]?\s*\d+/g) || []).reduce((sum, part) => sum + Number(part.replace(/\s/g, "")), 0);

export function typed(text, key) {
  if (key === "⌫") return text.slice(0, -1);
  const sign = key === "+" || key === "−";
  if (sign && /[+−]$/.test(text)) return text.slice(0, -1) + key;
  if (sign && !text && key === "+") return text;
  const digits = (text.match(/\d+$/) || [""])[0];
  if (!sign && digits.length >= 6) return text;
  return text.length < 60 ? text + key : text;
}

export function NumberEntry({ id, label, value, onChange, owner = "" }) {
  const [open, setOpen] = useState(false);
  const shown = value === null || value === undefined ? "–" : String(value).replace("-", "−");
  const full = owner ? `${owner}, ${label}` : label;
  const step = (by) => onChange((value || 0) + by);
  return html`<div class="number" role="group" aria-label=${full}>
    <button type="button" onClick=${() => step(-1)} aria-label=${t("{what}: one less", { what: full })}>−</button>
    <button type="button" id=${id} class="figure" onClick=${() => setOpen(true)} aria-label=${`${full}: ${shown}`}>
      ${shown}
    </button>
    <button type="button" onClick=${() => step(1)} aria-label=${t("{what}: one more", { what: full })}>+</button>
    ${open &&
    html`<${Numpad}
      title=${full}
      value=${value}
      onClose=${() => setOpen(false)}
      onDone=${(number) => {
        onChange(number);
        setOpen(false);
      }}
    />`}
  </div>`;
}

export function Numpad({ title, value, onDone, onClose }) {
  const [text, setText] = useState("");
  const press = (key) => setText((before) => typed(before, key));
  const result = text ? summed(text) : (value ?? 0);
  useLayoutEffect(() => {
    const hear = (event) => {
      const key = { "-": "−", Backspace: "⌫", Delete: "⌫" }[event.key] || event.key;
      if (!KEYS.includes(key) && key !== "⌫") return;
      press(key);
      event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  const foot = html`<button type="button" class="main" autofocus onClick=${() => onDone(result)}>
    ${t("OK: {number}", { number: String(result).replace("-", "−") })}
  </button>`;
  return html`<${Dialog} title=${title} onClose=${onClose} foot=${foot}>
    <output class="sum" aria-live="polite">
      <span class="expression">${text || (value ?? "0")}</span>
      ${/[+−]/.test(text) && html`<span class="result">= ${String(result).replace("-", "−")}</span>`}
    </output>
    <div class="keys">
      ${KEYS.map(
        (key) =>
          html`<button type="button" data-key=${key} class=${/\d/.test(key) ? "" : "sign"} onClick=${() => press(key)}>
            ${key}
          </button>`,
      )}
      <button type="button" class="sign wide" data-key="clear" onClick=${() => setText("")}>${t("Clear")}</button>
      <button type="button" class="sign" data-key="⌫" onClick=${() => press("⌫")} aria-label=${t("Delete the last digit")}>
        ⌫
      </button>
    </div>
  </${Dialog}>`;
}
