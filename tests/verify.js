// A verifier of logs, written from schemas/FORMAT.md alone: node verify.js LOG… prints the integrity and head of each.
"use strict";
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");

const LINE = 16384, FILE = 16777216, EVENTS = 50000, TAIL = 75;
const NOTHING = Buffer.from("0".repeat(64));
const MARK = Buffer.from(',"hash":"');
const START = '{"type":"game_started"';
const TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const MORE = new RegExp(`^\\{"type":"[a-z_]+","n":\\d+(?:,"ts":${TEXT})?(?:,"by":${TEXT})?(?:,"id":${TEXT})?,"more":(\\d{1,16})[,}]`);

const sha = (...parts) => parts.reduce((all, one) => all.update(one), createHash("sha256")).digest("hex");
const body = (line) => line.subarray(0, Math.max(line.length - TAIL, 0));
const tail = (line) => line.subarray(Math.max(line.length - TAIL, 0));
const stored = (line) => line.subarray(Math.max(line.length - 66, 0), Math.max(line.length - 2, 0));
const head = (line) => (line ? stored(line).toString("latin1").replace(/[^\0-\x7f]/g, "\ufffd") : "");
const due = (before, line) => sha(before, body(line));
const fits = (before, line) => tail(line).equals(Buffer.from(`${MARK}${due(before, line)}"}`));
const more = (line) => Number((MORE.exec(line.toString("latin1")) || [0, 0])[1]);
const isSeal = (line) => line.subarray(0, 25).equals(Buffer.from('{"type":"log_sealed","n":'));

function split(data) {
  const lines = [];
  let from = 0;
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, from)) {
    lines.push(data.subarray(from, at));
    from = at + 1;
  }
  return [lines, data.subarray(from)];
}

function marked(line) {
  const mark = tail(line).subarray(0, 9);
  return mark.length === 9 && [...mark].filter((byte, at) => byte === MARK[at]).length >= 8;
}

function isLog(lines, rest) {
  if (lines.slice(0, 3).some((line) => marked(line.at(-1) === 13 ? line.subarray(0, -1) : line))) return true;
  const first = lines.length ? lines[0] : rest;
  if (lines.length && first.toString("latin1").startsWith(START)) return false; // a transcript
  return first.length > 0 && START.startsWith(first.subarray(0, START.length).toString("latin1"));
}

function fitting(lines) {
  let before = NOTHING, should = null;
  return lines.map((line) => {
    const right = fits(before, line);
    const fit = right || (should !== null && fits(should, line));
    should = right ? null : Buffer.from(due(before, line));
    before = stored(line);
    return fit;
  });
}

function torn(lines) {
  let kept = lines.length, last = 0;
  for (; kept && more(lines[kept - 1]) && (!last || more(lines[kept - 1]) === last + 1); kept--) last = more(lines[kept - 1]);
  return { integrity: "torn", head: head(lines[kept - 1]) };
}

function damaged(lines) {
  return { integrity: "damaged", head: head([...lines].reverse().find(marked)) };
}

function sealsHold(lines) {
  const so_far = createHash("sha256");
  return lines.every((line) => {
    const holds = !isSeal(line) || body(line).subarray(-65, -1).toString("latin1") === so_far.copy().digest("hex");
    so_far.update(line).update("\n");
    return holds;
  });
}

function verify(data) {
  if (data.length > FILE) return { integrity: "unreadable", head: "" };
  const bom = data.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  const [lines, rest] = split(bom ? data.subarray(3) : data);
  if (lines.length > EVENTS || lines.some((line) => line.length > LINE) || !isLog(lines, rest)) return { integrity: "unreadable", head: "" };
  const crlf = lines.length > 0 && lines.every((line) => line.at(-1) === 13);
  if (bom || crlf) {
    const clean = Buffer.concat([...lines.flatMap((line) => [crlf ? line.subarray(0, -1) : line, Buffer.from("\n")]), rest]);
    return { ...verify(clean), integrity: "damaged" };
  }
  const fit = fitting(lines), first = fit.indexOf(false);
  const last = lines.length ? stored(lines.at(-1)) : NOTHING, whole = rest.length > 0 && fits(last, rest);
  const another = fit[0] ? lines.findIndex((line, at) => at && !fit[at] && line.toString("latin1").startsWith(START) && fits(NOTHING, line)) : -1;
  if (another > 0) return damaged(lines.slice(0, another));
  if (first > 0 && !whole && !fit.slice(first).includes(true)) return torn(lines.slice(0, first));
  if (first >= 0) return damaged(whole ? [...lines, rest] : lines);
  if (!sealsHold(lines)) return damaged(lines);
  if (rest.length) return torn(whole ? [...lines, rest] : lines);
  return more(lines.at(-1)) ? torn(lines) : { integrity: "ok", head: head(lines.at(-1)) };
}

for (const path of process.argv.slice(2)) console.log(JSON.stringify({ path, ...verify(readFileSync(path)) }));
