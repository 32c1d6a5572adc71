// A number: two steppers for a coin more or less, and a pad of our own that takes sums (7+3+2).

import { html, useLayoutEffect, useState } from "../vendor/htm-preact.js";
import { decimalMark, points, t } from "../words.js";
import { Dialog } from "./dialog.js";

const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "−", "0", "+"];

// A sum as it was typed, in whole numbers of the smallest unit.
export function summed(text, scale = 1) {
  const parts = text.replaceAll("−", "-").replaceAll(decimalMark(), ".").match(/[+-]?(\d+(\.\d*)?|\.\d+)/g) || [];
  return Math.round(parts.reduce((sum, part) => sum + Number(part), 0) * scale);
}

export function typed(text, key) {
  if (key === "⌫") return text.slice(0, -1);
  const sign = key === "+" || key === "−";
  if (sign && /[+−]$/.test(text)) return text.slice(0, -1) + key;
  if (key === "+" && !text) return text;
  const number = text.match(/[^+−]*$/)[0];
  if (!sign && (number.length >= 7 || (key === decimalMark() && number.includes(key)))) return text;
  return text.length < 60 ? text + key : text;
}

export function NumberEntry({ id, label, value, onChange, owner = "", scale = 1 }) {
  const [open, setOpen] = useState(false);
  const shown = value === null || value === undefined ? "–" : points(value, scale);
  const full = owner ? `${owner}, ${label}` : label;
  const step = (by) => onChange(value === null || value === undefined ? Math.max(0, by) * scale : value + by * scale); // one less than unknown is none
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
      scale=${scale}
      onClose=${() => setOpen(false)}
      onDone=${(number) => {
        onChange(number);
        setOpen(false);
      }}
    />`}
  </div>`;
}

// Where nothing stands and nothing is typed there is no number: blank is unknown, not 0.
export function Numpad({ title, value, scale = 1, onDone, onClose, ok = (number) => t("OK: {number}", { number }) }) {
  const [text, setText] = useState("");
  const press = (key) => setText((before) => typed(before, key));
  const keys = scale > 1 ? [...KEYS, decimalMark()] : KEYS;
  const result = text ? summed(text, scale) : (value ?? null);
  useLayoutEffect(() => {
    const hear = (event) => {
      const key = { "-": "−", Backspace: "⌫", Delete: "⌫", ".": decimalMark(), ",": decimalMark() }[event.key] || event.key;
      if (!keys.includes(key) && key !== "⌫") return;
      press(key);
      event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  const foot = html`<button type="button" class="main" autofocus onClick=${() => (result === null ? onClose() : onDone(result))}>
    ${result === null ? t("Close") : ok(points(result, scale))}
  </button>`;
  return html`<${Dialog} title=${title} onClose=${onClose} foot=${foot}>
    <output class="sum" aria-live="polite">
      <span class="expression">${text || (value === null || value === undefined ? "–" : points(value, scale))}</span>
      ${/[+−]/.test(text) && html`<span class="result">= ${points(result, scale)}</span>`}
    </output>
    <div class="keys">
      ${keys.map(
        (key) =>
          html`<button type="button" data-key=${key} class=${/\d/.test(key) ? "" : "sign"} onClick=${() => press(key)}>
            ${key}
          </button>`,
      )}
      <button type="button" class=${scale > 1 ? "sign" : "sign wide"} data-key="clear" onClick=${() => setText("")}>${t("Clear")}</button>
      <button type="button" class="sign" data-key="⌫" onClick=${() => press("⌫")} aria-label=${t("Delete the last digit")}>
        ⌫
      </button>
    </div>
  </${Dialog}>`;
}
