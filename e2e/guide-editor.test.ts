import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { buildJpeg } from "#tests/pictures.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { brokenPictures, waitForHydration, type Person, testWithSite } from "./browser.ts";

/** Guides that are published here are visible to everybody. */
const test = testWithSite().extend("pictures", { scope: "file" }, () => true);

const TITLE = "A quibblewort morning";
const SLUG = "a-quibblewort-morning";

describe("the editor of posts", { timeout: 120_000 }, () => {
  test("writes a post with places, pictures and a members-only part, previews it beside the text, and publishes it", async ({
    visit,
    as,
    guest,
  }) => {
    const ada = await as("admin");
    const page = await ada.visit("/admin/content");
    await page.getByRole("button", { name: "New Post" }).click();
    await page.waitForURL(/\/admin\/posts\/\d+#guide-title$/);
    await open(page);
    // What is typed next is the title.
    await page.keyboard.type(TITLE);
    await page.getByRole("textbox", { name: "Post text" }).click();
    await page.keyboard.type("The quibblewort opens at dawn.");
    await addPlace(page, "Madam");
    await addPicture(page);
    await page.getByRole("button", { name: "Members line" }).click();
    await page.keyboard.type("Only members hear of the zwiebelfisch.");
    await page.getByLabel("Reason to go").first().fill("For the bread.");
    await setCover(page);
    await page.getByLabel("Excerpt").fill("Where the quibblewort opens, and who gets up to see it on one morning.");
    await saved(page);
    // Some buttons are half hidden below the sticky toolbar.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await violationsInEachTheme(page)).toEqual([]);

    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const preview = page.frameLocator("iframe");
    await preview.getByText("zwiebelfisch").waitFor();
    expect(await preview.getByRole("figure").getByRole("img", { name: "A tin ceiling" }).count()).toBe(1);
    expect(await preview.getByRole("banner").count()).toBe(0);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByLabel("Excerpt").waitFor();

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByLabel("Members. Everyone else").check();
    expect(await violationsInEachTheme(page)).toEqual([]);
    await submit(page, "Publish now");
    const { pathname } = new URL(page.url());
    const [, address] = await Promise.all([
      page.getByText("Post published.").waitFor(),
      page.getByRole("link", { name: "View post" }).getAttribute("href"),
    ]);
    expect(address).toBe(`/posts/${SLUG}`);

    const latest = await visit("/latest");
    const card = latest.getByRole("article").filter({ hasText: TITLE }).first();
    expect(await card.locator("img").getAttribute("src")).toMatch(/^\/guide-pictures\/.*\.webp$/);
    await card.getByRole("link", { name: TITLE }).click();
    await latest.waitForURL(`**/posts/${SLUG}`);
    await latest.getByRole("heading", { name: TITLE, level: 1 }).waitFor();
    await latest.getByRole("img", { name: "A loaf" }).waitFor();
    const shown = await latest.locator("main").innerText();
    expect(shown).toContain("Photo: Ada");
    expect(shown).toContain("For the bread.");
    expect(shown).toContain("The rest is for members");
    expect(shown).not.toMatch(/zwiebelfisch/);
    expect(await brokenPictures(latest)).toEqual([]);

    // The post's own page links back to its editor for editors, and for nobody else.
    expect(await guest.read(`/posts/${SLUG}`)).not.toContain("/admin/");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/posts/${SLUG}`);
    await page.getByRole("button", { name: new RegExp(ada.name) }).click();
    await page.getByRole("link", { name: "Edit this page" }).click();
    await page.waitForURL(`**${pathname}`);
  });

  test("merges what two editors write in different paragraphs, and asks when both change the same one", async ({
    as,
  }) => {
    const [ada, noor] = [await as("admin"), await as("admin")];
    const path = await beginPath(ada);
    const expectedErrors = [`${path}/save`];
    const first = await open(await ada.visit(path, { expectedErrors }));
    await writeText(first, "One.");
    await first.keyboard.press("Enter");
    await first.keyboard.type("Two.");
    await saved(first);
    const second = await open(await noor.visit(path, { expectedErrors }));
    await second.getByText(`Also open: ${ada.name}`).waitFor();
    await writeText(first, " Hers.");
    await saved(first);

    await second.getByText("One.", { exact: true }).click();
    await second.keyboard.press("End");
    await second.keyboard.type(" His.");
    await second.keyboard.press("Control+s");
    await second.getByText(`Saved, with the changes by ${ada.name}`).waitFor();
    // The cursor is where it was.
    await second.keyboard.type(" More.");
    await saved(second);
    expect(await markdownOf(second)).toContain("One. His. More.\n\nTwo. Hers.");

    await writeText(first, " Ours.");
    await second.getByText("Two. Hers.", { exact: true }).click();
    await second.keyboard.press("End");
    await second.keyboard.type(" Yours.");
    await saved(second);
    await first.keyboard.press("Control+s");
    const conflict = first.getByRole("alert");
    await conflict.getByRole("heading", { name: `${noor.name} changed the same part as you` }).waitFor();
    expect(await conflict.locator("del").allInnerTexts()).toContain("Yours");
    expect(await conflict.locator("ins").allInnerTexts()).toContain("Ours");
    expect(await violationsInEachTheme(first)).toEqual([]);
    await conflict.getByRole("button", { name: "Keep both paragraphs" }).click();
    await first.locator('[data-save="saved"]').waitFor();
    expect(await markdownOf(first)).toContain("One. His. More.\n\nTwo. Hers. Yours.\n\nTwo. Hers. Ours.");

    await first.getByRole("link", { name: "History" }).click();
    await first.waitForURL(/\/revisions/);
    const rows = first.locator(".guide-history-list a");
    await rows.filter({ hasText: "Conflict" }).first().click();
    await first.waitForURL(/revision=/);
    await first.getByRole("button", { name: "Restore this version" }).click();
    await first.getByText("Two. Hers. Ours.").waitFor();
  });

  test("shows that another editor has deleted the post, and restores it", async ({ as }) => {
    const [ada, noor] = [await as("admin"), await as("admin")];
    const page = await begin(ada);
    const { pathname } = new URL(page.url());
    await noor.post("/admin/content", { "delete-one": pathname.split("/").at(-1) ?? "" });

    // The open editor is told when its window is used again, and otherwise within seconds.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.getByRole("alert").getByText(`${noor.name} deleted this post on`).waitFor();
    expect(await page.getByRole("button", { name: "Publish", exact: true }).count()).toBe(0);
    await writeText(page, "Written all the same.");
    await saved(page);
    await submit(page, "Restore post");

    expect(await page.locator(".guide-editor-state").innerText()).toBe("Draft");
    expect(await page.getByRole("textbox", { name: "Post text" }).innerText()).toContain("all the same");
    expect(await page.getByRole("heading", { name: "This post is deleted" }).count()).toBe(0);
  });

  test("keeps typed text while the site can't be reached, through a reload, and saves it later", async ({ as }) => {
    const ada = await as("admin");
    const path = await beginPath(ada);
    const page = await open(await ada.visit(path, { expectedErrors: [`${path}/save`], ownWindow: true }));
    await page.route("**/save", (route) => route.abort("aborted"));
    await writeText(page, "Typed in a tunnel.");
    await page.keyboard.press("Control+s");
    await page.locator('[data-save="offline"]').waitFor();

    await page.reload();
    await open(page);
    await page.getByText("that are not in the post").waitFor();
    await page.unroute("**/save");
    await page.getByRole("button", { name: "Restore changes" }).click();
    await page.getByRole("textbox", { name: "Post text" }).getByText("Typed in a tunnel.").waitFor();
    await saved(page);

    expect(await markdownOf(page)).toContain("Typed in a tunnel.");
    await page.reload();
    await open(page);
    expect(await page.getByText("that are not in the post").count()).toBe(0);
  });

  test("inserts blocks with a slash and the keyboard, and moves places and blocks by dragging", async ({ as }) => {
    const page = await begin(await as("admin"));
    await writeText(page, "/hea");
    const menu = page.getByRole("listbox", { name: "Blocks" });
    await menu.getByRole("option", { name: "Smaller heading" }).waitFor();
    expect(await menu.getByRole("option").allInnerTexts()).toHaveLength(2);
    expect(await violationsInEachTheme(page)).toEqual([]);
    // Phones have no drag handles.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Enter");
    await page.keyboard.type("Noon");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await page.keyboard.press("Backspace");
    await page.keyboard.type("/pla");
    await page.keyboard.press("Enter");
    await choosePlace(page, "Chercher");
    await addPlace(page, "Madam");
    await page.keyboard.type("Below the organ.");
    await saved(page);
    const order = async () => page.locator(".guide-stops b").allInnerTexts();
    const before = await order();

    const [first, second] = [page.locator(".guide-stops .row-grip").first(), page.locator(".guide-stops li").nth(1)];
    await dragBelow(page, { grip: first, row: second });
    await expect.poll(order).toEqual(before.toReversed());
    await saved(page);
    const moved = await markdownOf(page);
    expect(moved).toMatch(/## Noon\n\n::place\{madams-organ\}\n\nBelow the organ\.\n\n::place\{chercher[a-z-]*\}/);

    const block = page.locator('.editor-place[data-place^="chercher"] [data-drag-handle]');
    await block.dragTo(page.locator(".editor-text h2"));
    await expect.poll(order).toEqual(before);
    await page.getByRole("button", { name: /^Move Madam.* up$/ }).click();
    await expect.poll(order).toEqual(before.toReversed());
  });

  test("leaves the cursor below what was inserted, and typing replaces no block, also a selected one", async ({
    as,
  }) => {
    const page = await begin(await as("admin"));
    const text = page.getByRole("textbox", { name: "Post text" });
    await writeText(page, "Top.");
    await addPicture(page);
    await page.keyboard.type("Below the picture.");
    for (const [slash, after] of [
      ["/pla", "Below the place."],
      ["/div", "Below the divider."],
      ["/mem", "Below the members line."],
    ] as const) {
      await page.keyboard.press("Enter");
      await page.keyboard.type(slash);
      await page.getByRole("listbox", { name: "Blocks" }).waitFor();
      await page.keyboard.press("Enter");
      if (slash === "/pla") await choosePlace(page, "Chercher");
      await page.keyboard.type(after);
    }
    // A click selects a block, and what is typed then is a line of its own.
    for (const [block, letters] of [
      [".editor-picture img", "P."],
      [".editor-place-name", "Q."],
      ["hr", "R."],
      [".editor-break p", "S."],
    ] as const) {
      await text.locator(block).click();
      await text.locator(".ProseMirror-selectednode").waitFor();
      await page.keyboard.type(letters);
    }
    await saved(page);

    expect(await markdownOf(page)).toMatch(
      new RegExp(
        [
          String.raw`Top\.\n\n!\[A tin ceiling\]\([^\n]*\)\n\nP\.`,
          String.raw`Below the picture\.\n\n::place\{chercher[a-z-]*\}\n\nQ\.`,
          String.raw`Below the place\.\n\n---\n\nR\.`,
          String.raw`Below the divider\.\n\n::members\n\nS\.`,
          String.raw`Below the members line\.`,
        ].join(String.raw`\n\n`),
      ),
    );
  });

  test("cleans pasted content, also a list of Word, and takes a picture", async ({ as }) => {
    const page = await begin(await as("admin"));
    const text = page.getByRole("textbox", { name: "Post text" });
    await text.click();
    await text.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        "text/html",
        `<h1 onclick="x()">Pasted</h1><script>window.__ran=1</script><p><b style="font-weight:700">bold</b></p><img src="https://evil.example/x.png">${[
          "First",
          "Last",
        ]
          .map(
            (place) =>
              `<p class=MsoListParagraphCxSp${place} style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${place} word<o:p></o:p></p>`,
          )
          .join("")}`,
      );
      clipboardData.setData("text/plain", "Pasted bold");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await text.getByRole("heading", { name: "Pasted", level: 2 }).waitFor();
    await page.getByRole("status").getByText("1 picture was left out.").waitFor();
    // A picture alone is accepted and asks for its description.
    await text.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], "kite.jpg", { type: "image/jpeg" }));
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      },
      [...(await buildJpeg())],
    );
    const tool = page.getByRole("group", { name: "Picture" });
    await tool.getByLabel("Description").fill("A kite");
    await tool.getByRole("button", { name: "Add picture" }).click();
    await text.getByRole("img", { name: "A kite" }).waitFor();
    await saved(page);

    const file = await markdownOf(page);
    expect(file).toMatch(/## Pasted\n\n\*\*bold\*\*\n\n- First word\n- Last word\n\n!\[A kite\]\([^)]*\)\n/);
    expect(await page.evaluate(() => "__ran" in window)).toBe(false);
  });

  test("works without script", async ({ as, guest }) => {
    const page = await (await as("admin")).visit("/admin/authors", { script: false });
    await page.getByLabel("Name", { exact: true }).last().fill("Grace Quill");
    await page.getByRole("button", { name: "Add author" }).click();
    await page.getByText("You can now choose them for posts.").waitFor();
    await page.locator("summary").filter({ hasText: "Grace Quill" }).click();
    const entry = page.locator(".guide-author-list details").filter({ hasText: "Grace Quill" });
    const about = entry.getByLabel("Bio");
    await about.fill("Writes of bread.");
    await entry.getByRole("button", { name: "Save author" }).click();
    await page.getByText("“Grace Quill” saved. Published posts show the change.").waitFor();
    expect(await about.inputValue()).toBe("Writes of bread.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => about.inputValue()).toBe("");
    await page.goto("/admin/content");
    await page.getByRole("button", { name: "New Post" }).click();
    await page.getByLabel("Title").fill("Plainly written");
    await page
      .getByLabel("Text (Markdown)")
      .fill("Plain *words*.\n\n::place{madams-organ}\n\nLast.\n\n::place{chercher}");
    await page.getByLabel("Author 2").selectOption({ label: "Grace Quill" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: /^Move Chercher.* up$/ }).click();
    expect(await page.getByLabel("Text (Markdown)").inputValue()).toBe(
      "Plain *words*.\n\n::place{chercher}\n\n::place{madams-organ}\n\nLast.",
    );
    await page
      .getByLabel("Excerpt")
      .fill("Words that were written without any script at all, and are read like all others.");
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await buildJpeg() });
    await page.getByLabel("Description", { exact: true }).fill("A green square");
    await page.getByRole("button", { name: "Add picture" }).click();
    await page
      .getByLabel("Photo", { exact: true })
      .setInputFiles({ name: "b.jpg", mimeType: "image/jpeg", buffer: await buildJpeg({ hue: "#aa5533" }) });
    await page.getByLabel("Cover description").fill("A brown square");
    await page.getByRole("button", { name: "Upload photo" }).click();
    await page.getByLabel("Reason to go").first().fill("For the bread.");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText("This is a preview of the draft.").waitFor();
    await page.getByRole("link", { name: "Back to editing" }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.waitForURL("**/publish");
    await page.getByRole("button", { name: "Publish now" }).click();

    await page.getByText("Post published.").waitFor();
    expect(await page.locator(".guide-editor-state").innerText()).toContain("Published");
    const html = await guest.read("/posts/plainly-written");
    expect(html).toContain("<p>Plain <em>words</em>.</p>");
    expect(html).toContain('alt="A green square"');
    expect(html).toContain('alt="A brown square"');
    expect(html).toContain("The Rowhouse editors and Grace Quill");
    expect(html).toContain('{"@type":"Person","name":"Grace Quill"}');
  });
});

/** The editor's path of a new post with a title. */
async function beginPath(person: Person): Promise<string> {
  const begun = await person.post("/admin/posts/new", { do: "begin" });
  const [path = ""] = (begun.headers.get("location") ?? "").split("#");
  const fields = { do: "save", version: "1", title: TITLE, category: "food", "author-1": "rowhouse-editors" };
  await person.post(path, fields);
  return path;
}

async function begin(person: Person): Promise<Page> {
  return open(await person.visit(await beginPath(person)));
}

/** Resolves when the text has its toolbar. */
async function open(page: Page): Promise<Page> {
  await waitForHydration(page);
  await page.getByRole("textbox", { name: "Post text" }).waitFor();
  return page;
}

async function writeText(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Post text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

async function markdownOf(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch(`${location.pathname}/guide.md`)).text());
}

/** Drags by the handle to below another row. */
async function dragBelow(page: Page, { grip, row }: { grip: Locator; row: Locator }): Promise<void> {
  await grip.scrollIntoViewIfNeeded();
  const [from, to] = [await grip.boundingBox(), await row.boundingBox()];
  if (from === null || to === null) throw new Error("A row isn’t shown");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 4, { steps: 4 });
  await page.mouse.up();
}

async function addPlace(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await choosePlace(page, name);
}

async function choosePlace(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Find a place" }).fill(name);
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Find a place" }).waitFor({ state: "detached" });
}

/** Uploads the cover, which the form has as soon as its picture is shown. */
async function setCover(page: Page): Promise<void> {
  const buffer = await buildJpeg({ hue: "#cc9955" });
  await page.getByLabel("Photo", { exact: true }).setInputFiles({ name: "c.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Cover description").fill("A loaf");
  await page.getByLabel("Cover credit").fill("Photo: Ada");
}

async function addPicture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  const tool = page.getByRole("group", { name: "Picture" });
  await tool.getByLabel("File").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await buildJpeg() });
  await tool.getByRole("button", { name: "Add picture" }).click();
  await tool.getByText("Describe the picture for people").waitFor();
  await tool.getByLabel("Description").fill("A tin ceiling");
  await tool.getByLabel("Credit").fill("Photo: Rowhouse");
  await tool.getByRole("button", { name: "Add picture" }).click();
  await tool.waitFor({ state: "detached" });
}

/** Resolves when what was typed is saved on the server. */
async function saved(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.locator('[data-save="saved"]').waitFor();
}

async function submit(page: Page, button: string, status = 200): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && response.status() === status,
  );
  await page.getByRole("button", { name: button, exact: true }).click();
  await answered;
  await open(page);
}
