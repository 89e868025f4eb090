import { describe, expect, test } from "vitest";

import { NAME_CHARACTERS_MAX, nameProblem, plainName, providerName } from "./member-name.ts";
import { providerPictureUrl } from "./provider-picture.ts";

describe("a name that a member chooses", () => {
  test.each([
    "Mia",
    "Ada Lovelace-King",
    "Nguyễn Thị Ánh",
    "Šárka Ňu",
    "Анна Каренина",
    "山田 太郎",
    "محمد",
    "O’Brien 3rd",
    "👩‍👩‍👧 Family of 3",
    "Mia Мария",
    "<b>Mia</b>",
    "{{7*7}}",
    "x".repeat(NAME_CHARACTERS_MAX),
  ])("%j is taken as it is", (name) => {
    expect(plainName(name)).toBe(name.normalize("NFC"));
    expect(nameProblem(plainName(name))).toBeNull();
  });

  test.each([
    ["", "Write a name"],
    ["   \n ", "Write a name"],
    ["\u202E\u200B\u2060\uFEFF", "Write a name"],
    ["x".repeat(NAME_CHARACTERS_MAX + 1), "at most 60"],
    ["---", "at least one letter"],
    ["🎉🎉", "at least one letter"],
    [`M${"\u0301\u0316".repeat(10)}ia`, "more marks"],
    ["https://evil.example", "no link"],
    ["www.evil.example", "no link"],
    ["mia@evil.example", "no link"],
    ["P\u0430ypal", "one alphabet"],
    ["Rowhouse", "own staff"],
    ["ＲＯＷＨＯＵＳＥ  Editors", "own staff"],
    ["A.d.m.i.n", "own staff"],
    ["The Editors", "own staff"],
  ])("%j is refused: %s", (typed, why) => expect(nameProblem(plainName(typed))).toContain(why));

  test("is one line, and turns no reading direction", () => {
    expect(plainName("  Mia\r\n\t\u202Eevil\u0000  M\u0301ember\uD800 ")).toBe("Mia evil Ḿember\uFFFD");
  });
});

test("a name that a provider gives is made plain and cut, whole characters at a time", () => {
  expect(providerName("Ada\u202E \n Example\u0000")).toBe("Ada Example");
  expect(providerName("👩".repeat(200))).toBe("👩".repeat(120));
  expect(providerName(`A${"\u0301\u0316".repeat(30)}da`)).toMatch(/^\p{L}\p{M}{0,3}da$/u);
  expect(providerName("\u200B")).toBe("");
});

describe("the address of a provider's picture", () => {
  const google = "https://accounts.google.com";

  test("is taken where the picture lies with the provider", () => {
    const url = "https://lh3.googleusercontent.com/a/ACg8ocK=s96-c";
    expect(providerPictureUrl(url, google)).toBe(url);
    expect(providerPictureUrl("https://id.example/me.png", "https://id.example/realm")).toBe(
      "https://id.example/me.png",
    );
  });

  test.each([
    "",
    "lh3.googleusercontent.com/a",
    "http://lh3.googleusercontent.com/a",
    "https://lh3.googleusercontent.com:8443/a",
    "https://lh3.googleusercontent.com.evil.example/a",
    "https://evil.example/lh3.googleusercontent.com",
    "https://me:secret@lh3.googleusercontent.com/a",
    "https://a.b.googleusercontent.com/a",
    "https://127.0.0.1/a",
    "https://169.254.169.254/latest/meta-data",
    "data:image/png;base64,AAAA",
    "file:///etc/passwd",
    `https://lh3.googleusercontent.com/${"a".repeat(500)}`,
  ])("%j is not, for Google's", (claim) => expect(providerPictureUrl(claim, google)).toBeNull());

  test("of another provider is its own host's and port's", () => {
    expect(providerPictureUrl("https://other.example/me.png", "https://id.example")).toBeNull();
    expect(providerPictureUrl("http://id.example/me.png", "https://id.example")).toBeNull();
    expect(providerPictureUrl("https://id.example:444/me.png", "https://id.example")).toBeNull();
  });
});
