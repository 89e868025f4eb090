import { readFileSync } from "node:fs";

import { type Node, parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

import { trackedFiles } from "./source-files.ts";

test("declared names have no word that the glossary replaces", () => {
  const replaced = readReplacedWords(readFileSync("docs/glossary.md", "utf8"));
  const sources = trackedFiles().filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts"));
  const wrong = sources.flatMap((path) => replacedNames({ path, text: readFileSync(path, "utf8") }, replaced));

  expect(replaced.length).toBeGreaterThan(30);
  expect(sources.length).toBeGreaterThan(1_000);
  expect(wrong, "rename them, or give the word its honest use in docs/glossary.md").toEqual([]);
});

test("a replaced word is found wherever a name is declared", () => {
  const replaced = readReplacedWords(
    "| Not | But | Stays |\n|---|---|---|\n| kept, take back | saved | keptAlive |\n| known (types) | `…Row` | |\n| turn (of a queue) | lock | |",
  );
  const text = `const keptRows = 1;
function read(rowKept: string, { b: [KEPT], ...isKept }: { wasKept: 1 }) { return { kept: takeBackRow => rowKept }; }
class A { #kept = 1; keptNow() {} }
type Known = 1; type KnownRow = Kept.part; const known = use.kept; const turn = { keptAlive: "kept" };
import { kept } from "library"; import { read as keptAgain } from "library";`;

  expect(replacedNames({ path: "a.ts", text }, replaced)).toEqual(
    [
      ["1: keptRows", "saved"],
      ["2: rowKept", "saved"],
      ["2: KEPT", "saved"],
      ["2: isKept", "saved"],
      ["2: wasKept", "saved"],
      ["2: kept", "saved"],
      ["2: takeBackRow", "saved"],
      ["3: kept", "saved"],
      ["3: keptNow", "saved"],
      ["4: Known", "`…Row`"],
      ["5: keptAgain", "saved"],
    ].map(([where, instead]) => `a.ts:${where}, say ${instead}`),
  );
});

/** `isTypeEnd`: the word is refused only at the end of a type's name. `stays`: names that may have it. */
type ReplacedWord = { word: string; instead: string; isTypeEnd: boolean; stays: readonly string[] };

/** Reads the rows under "Not | But | Stays". Rows with a note other than "(types)" are left to people. */
function readReplacedWords(glossary: string): ReplacedWord[] {
  const [, table = ""] = glossary.split("| Not | But | Stays |\n");
  return [...table.matchAll(/^\| ([^|(]+?)(?: \(([^)]*)\))? \| ([^|]+) \| ([^|]*)\|$/gm)].flatMap(
    ([, words = "", note, instead = "", stays = ""]) => {
      if (note !== undefined && note !== "types") return [];
      const rest = { instead, isTypeEnd: note === "types", stays: stays.split(", ").map((name) => name.trim()) };
      return words.split(", ").map((word) => ({ word, ...rest }));
    },
  );
}

function replacedNames({ path, text }: { path: string; text: string }, replaced: readonly ReplacedWord[]): string[] {
  return declaredNames(path, text)
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ name, start, isType }) => {
      const words = ` ${(name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join(" ").toLowerCase()} `;
      const found = replaced.find(
        ({ word, isTypeEnd, stays }) =>
          !stays.includes(name) && (isTypeEnd ? isType && words.endsWith(` ${word} `) : words.includes(` ${word} `)),
      );
      if (found === undefined) return [];
      return [`${path}:${text.slice(0, start).split("\n").length}: ${name}, say ${found.instead}`];
    });
}

type DeclaredName = { name: string; start: number; isType: boolean };

/** Variables, parameters, functions, types, members and keys. Imported names are the library's or declared elsewhere. */
function declaredNames(path: string, text: string): DeclaredName[] {
  const names: DeclaredName[] = [];
  const add = (node: Node | null | undefined, isType = false) => {
    if (node?.type !== "Identifier" && node?.type !== "PrivateIdentifier") return;
    names.push({ name: node.name, start: node.start, isType });
  };
  const addFunction = ({ id, params }: { id: Node | null; params: readonly Node[] }) =>
    [id, ...params].forEach((each) => add(each));
  const addKey = ({ key, computed }: { key: Node; computed: boolean }) => computed || add(key);
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    TSDeclareFunction: addFunction,
    ArrowFunctionExpression: ({ params }) => addFunction({ id: null, params }),
    ObjectPattern: ({ properties }) => properties.forEach((each) => each.type === "Property" && add(each.value)),
    ArrayPattern: ({ elements }) => elements.forEach((each) => add(each)),
    AssignmentPattern: ({ left }) => add(left),
    RestElement: ({ argument }) => add(argument),
    CatchClause: ({ param }) => add(param),
    ClassDeclaration: ({ id }) => add(id),
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    TSTypeAliasDeclaration: ({ id }) => add(id, true),
    TSInterfaceDeclaration: ({ id }) => add(id, true),
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    ObjectExpression: ({ properties }) => properties.forEach((each) => each.type === "Property" && addKey(each)),
    ImportSpecifier: ({ imported, local }) => imported.start !== local.start && add(local),
  }).visit(parseSync(path, text).program);
  return names;
}
