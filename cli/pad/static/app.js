// The pad: which page the URL's fragment asks for, in the reader's language.

import { spoken } from "./first.js";
import { remember } from "./memory.js";
import { TablePage } from "./pages/table.js";
import { later, loadTheRest } from "./parts/later.js";
import { here } from "./route.js";
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { speak } from "./words.js";

const House = later(() => import("./pages/house.js"), "House");
const Welcome = later(() => import("./pages/welcome.js"), "Welcome");
const HOUSE = {
  new: later(() => import("./pages/new.js"), "NewTable"),
  box: later(() => import("./pages/box.js"), "Box"),
  evening: later(() => import("./pages/evening.js"), "Evening"),
};

function App() {
  const [place, setPlace] = useState(here);
  const [spokenAnew, setSpoken] = useState(0);
  const [, again] = useState(0);
  useEffect(() => {
    const moved = () => setPlace(here());
    const worded = () => again((count) => count + 1); // in place: what somebody is typing stays
    addEventListener("hashchange", moved);
    addEventListener("words", worded);
    return () => {
      removeEventListener("hashchange", moved);
      removeEventListener("words", worded);
    };
  }, []);
  const talk = async (wanted) => {
    remember("language", wanted);
    await speak(wanted);
    setSpoken((count) => count + 1);
  };
  const page = place.t && place.k ? TablePage : place.house ? HOUSE[place.p] || House : Welcome;
  return html`<${page} key=${`${place.t || place.house || ""} ${place.k || place.p || ""} ${spokenAnew}`} place=${place} talk=${talk} />`;
}

const root = document.getElementById("app");
speak(spoken.wanted, spoken.words).then(() => {
  root.textContent = "";
  render(html`<${App} />`, root);
  if (!here().t) loadTheRest();
});
