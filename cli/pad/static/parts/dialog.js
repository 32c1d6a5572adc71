// A sheet that slides up from the thumb's side; the browser keeps the focus inside and gives it back.

import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "../words.js";

// Without `onClose` it wants an answer: one of the buttons in its foot.
export function Dialog({ title, onClose, children, foot, tall }) {
  const box = useRef(null);
  const gone = useRef(false);
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      gone.current = true;
      dialog.close();
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const cancel = (event) => {
    event.preventDefault();
    onClose?.();
  };
  const closed = () => {
    if (gone.current) return;
    if (onClose) onClose();
    else box.current.showModal(); // a browser closes on the second Escape, whatever we say
  };
  return html`<dialog
    ref=${box}
    class=${tall ? "tall" : ""}
    aria-label=${title}
    onCancel=${cancel}
    onClose=${closed}
    onClick=${(event) => event.target === box.current && onClose?.()}
  >
    <div class="dialog">
      <header>
        <h2 tabindex="-1">${title}</h2>
        ${onClose && html`<button type="button" class="plain close" onClick=${onClose} aria-label=${t("Close")}>✕</button>`}
      </header>
      <div class="dialog-body">${children}</div>
      ${foot && html`<footer>${foot}</footer>`}
    </div>
  </dialog>`;
}
