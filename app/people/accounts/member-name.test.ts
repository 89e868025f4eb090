import { describe, expect, test } from "vitest";

import { NAME_CHARACTERS_MAX, findNameProblem, normalizeName, normalizeProviderName } from "./member-name.ts";
import { providerPictureUrl } from "./sign-in/provider-picture.ts";

describe("a name chosen by a member", () => {
  test.each([
    "Mia",
    "Ada Lovelace-King",
    "Nguyễn Thị Ánh",
    "Šárka Ňu",
    "Анна Каренина",
    "山田 太郎",
    "محمد",
    "O’Brien 3rd",
    "J.R.R. Tolkien",
    "Dr.Smith",
    "Area 51",
    "👩‍👩‍👧 Family of 3",
    "Mia Мария",
    "<b>Mia</b>",
    "{{7*7}}",
    "x".repeat(NAME_CHARACTERS_MAX),
  ])("%j is accepted unchanged", (name) => {
    expect(normalizeName(name)).toBe(name.normalize("NFC"));
    expect(findNameProblem(normalizeName(name))).toBeNull();
  });

  test.each([
    ["", "Enter a name"],
    ["   \n ", "Enter a name"],
    ["\u202E\u200B\u2060\uFEFF", "Enter a name"],
    ["x".repeat(NAME_CHARACTERS_MAX + 1), "up to 60"],
    ["---", "at least one letter"],
    ["🎉🎉", "at least one letter"],
    [`M${"\u0301\u0316".repeat(10)}ia`, "too many accent marks"],
    ["https://evil.example", "a link or an email address"],
    ["www.evil.example", "a link or an email address"],
    ["mia@evil.example", "a link or an email address"],
    ["spam.example", "a link or an email address"],
    ["Buy at Cheap-Pills.SHOP", "a link or an email address"],
    ["P\u0430ypal", "one alphabet"],
    ["Rowhouse", "Rowhouse staff"],
    ["ＲＯＷＨＯＵＳＥ  Editors", "Rowhouse staff"],
    ["A.d.m.i.n", "Rowhouse staff"],
    ["R0whouse", "Rowhouse staff"],
    ["Adm1n", "Rowhouse staff"],
    ["The Editors", "Rowhouse staff"],
  ])("%j is rejected: %s", (typed, why) => expect(findNameProblem(normalizeName(typed))).toContain(why));

  test("is reduced to one line without control or bidirectional characters", () => {
    expect(normalizeName("  Mia\r\n\t\u202Eevil\u0000  M\u0301ember\uD800 ")).toBe("Mia evil Ḿember\uFFFD");
  });
});

test("a provider's name is normalized and truncated at a character boundary", () => {
  expect(normalizeProviderName("Ada\u202E \n Example\u0000")).toBe("Ada Example");
  expect(normalizeProviderName("👩".repeat(200))).toBe("👩".repeat(120));
  expect(normalizeProviderName(`A${"\u0301\u0316".repeat(30)}da`)).toMatch(/^\p{L}\p{M}{0,3}da$/u);
  expect(normalizeProviderName("\u200B")).toBe("");
});

describe("the URL of a provider's picture", () => {
  const google = "https://accounts.google.com";

  test("is accepted if the provider hosts the picture", () => {
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
  ])("%j is rejected for Google accounts", (claim) => expect(providerPictureUrl(claim, google)).toBeNull());

  test("of another provider must have the issuer's host and port", () => {
    expect(providerPictureUrl("https://other.example/me.png", "https://id.example")).toBeNull();
    expect(providerPictureUrl("http://id.example/me.png", "https://id.example")).toBeNull();
    expect(providerPictureUrl("https://id.example:444/me.png", "https://id.example")).toBeNull();
  });
});
