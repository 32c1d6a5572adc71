// What a page needs from the server before it can show anything, asked for while the page itself is still coming.

import { begin } from "./api.js";
import { dress, recall } from "./memory.js";
import { here } from "./route.js";
import { catalogue, preferred } from "./words.js";

const place = here();
const wanted = preferred(recall("language"));

dress(recall("theme"));
export const spoken = { wanted, words: catalogue(wanted) };
if (place.t && place.k) begin(place.k, `tables/${place.t}/state`, wanted);
