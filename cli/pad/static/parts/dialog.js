// A sheet that slides up from the thumb's side; the browser keeps the focus inside and gives it back.

import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "../words.js";

export function Dialog({ title, onClose, children, foot, tall }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const cancel = (event) => {
    event.preventDefault();
    onClose();
  };
  return html`<dialog
    ref=${box}
    class=${tall ? "tall" : ""}
    aria-label=${title}
    onCancel=${cancel}
    onClick=${(event) => event.target === box.current && onClose()}
  >
    <div class="dialog">
      <header>
        <h2 tabindex="-1">${title}</h2>
        <button type="button" class="plain close" onClick=${onClose} aria-label=${t("Close")}>✕</button>
      </header>
      <div class="dialog-body">${children}</div>
      ${foot && html`<footer>${foot}</footer>`}
    </div>
  </dialog>`;
}
