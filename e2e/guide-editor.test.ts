import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { buildJpeg } from "#tests/pictures.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { brokenPictures, waitForHydration, type Person, testWithSite } from "./browser.ts";

/** Guides that are published here are visible to everybody. */
const test = testWithSite().extend("pictures", { scope: "file" }, () => true);

const TITLE = "A quibblewort morning";
const SLUG = "a-quibblewort-morning";

describe("the guide editor", { timeout: 120_000 }, () => {
  test("writes a guide with places, a picture and a members-only part, which others preview and then read", async ({
    visit,
    as,
    guest,
  }) => {
    const ada = await as("admin");
    const page = await begin(ada);
    const path = new URL(page.url()).pathname;
    const text = page.getByRole("textbox", { name: "Guide text" });
    await text.click();
    await page.keyboard.type("The quibblewort opens at dawn.");
    await addPlace(page, "Chercher");
    await addPicture(page);
    await page.getByRole("button", { name: "Members line" }).click();
    await page.keyboard.type("Only members hear of the zwiebelfisch.");
    await addPlace(page, "Madam");
    await page.getByLabel("Reason to go").first().fill("For the bread.");
    await page
      .getByLabel("Excerpt")
      .fill("Where the quibblewort opens, and who gets up to see it, in two stops on one morning.");
    await page.getByLabel("Members only, below the members line").check();
    await saved(page);
    // Some buttons are half hidden below the sticky toolbar.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await violationsInEachTheme(page)).toEqual([]);

    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.waitForURL(/\/preview\//);
    const address = new URL(page.url()).pathname;
    const preview = await visit(address);
    expect(await preview.locator("main").innerText()).toContain("zwiebelfisch");
    expect(await preview.getByRole("figure").getByRole("img", { name: "A tin ceiling" }).count()).toBe(1);
    expect(await brokenPictures(preview)).toEqual([]);
    const { headers } = await guest.fetch(address);
    expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
      "private, no-store",
      "noindex, nofollow",
    ]);

    const again = await open(await ada.visit(path, { expectedErrors: [path] }));
    await again.getByLabel("Publish on (Washington time)").fill("2027-11-07T01:30");
    await submit(again, "Schedule", 400);
    await again.locator('[data-save="saved"]').waitFor();
    await again.getByLabel("The second, an hour later, in standard time").check();
    await submit(again, "Schedule");
    expect(await again.locator(".guide-editor-state").innerText()).toBe("Scheduled for Sun, Nov 7, 2027 at 1:30 AM");
    expect((await guest.fetch(`/posts/${SLUG}`)).status).toBe(404);

    await submit(again, "Create new link");
    expect((await guest.fetch(address)).status).toBe(404);
    const link = (await again.locator(".guide-preview-address a").getAttribute("href")) ?? "";
    const renewed = new URL(link).pathname;
    expect((await guest.fetch(renewed)).status).toBe(200);
    await submit(again, "Turn off link");
    expect((await guest.fetch(renewed)).status).toBe(404);

    await submit(again, "Publish now");
    const latest = await visit("/latest");
    await latest.getByRole("link", { name: TITLE }).first().click();
    await latest.waitForURL(`**/posts/${SLUG}`);
    await latest.getByRole("heading", { name: TITLE, level: 1 }).waitFor();
    const shown = await latest.locator("main").innerText();
    expect(shown).toContain("For the bread.");
    expect(shown).toContain("The rest is for members");
    expect(shown).not.toMatch(/zwiebelfisch|Madam/);

    await again.getByLabel("URL", { exact: true }).fill("quibblewort-at-dawn");
    await submit(again, "Publish changes");
    const moved = await guest.fetch(`/posts/${SLUG}`);
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/posts/quibblewort-at-dawn"]);

    // The guide's own page links back here for editors, and for nobody else.
    expect(await guest.read("/posts/quibblewort-at-dawn")).not.toContain("/admin/");
    await again.goto("/posts/quibblewort-at-dawn");
    await again.getByRole("button", { name: new RegExp(ada.name) }).click();
    await again.getByRole("link", { name: "Edit this page" }).click();
    await again.waitForURL(`**${path}`);
  });

  test("tells two concurrent editors about each other, saves both texts, and restores an earlier one", async ({
    as,
  }) => {
    const ada = await as("admin");
    const first = await begin(ada);
    await writeText(first, "First words.");
    await saved(first);
    const { pathname } = new URL(first.url());
    const second = await ada.visit(pathname, { expectedErrors: [`${pathname}/save`] });
    await waitForHydration(second);
    await second.getByText(`Also open: ${ada.name}`).waitFor();
    await second.getByRole("textbox", { name: "Guide text" }).waitFor();
    await writeText(first, " Mine.");
    await saved(first);

    await writeText(second, " Yours.");
    const conflict = second.getByRole("alert");
    await conflict
      .getByRole("heading", { name: "You saved this guide in another window since you opened it" })
      .waitFor();
    expect(await conflict.locator("del").allInnerTexts()).toEqual(["Mine"]);
    expect(await conflict.locator("ins").allInnerTexts()).toEqual(["Yours"]);
    await second.getByRole("button", { name: "Save this version" }).click();
    await saved(second);

    await second.getByRole("link", { name: "History" }).click();
    await second.waitForURL(/\/revisions/);
    const rows = second.locator(".guide-history-list a");
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining("Saved"),
      expect.stringContaining("Conflict"),
      expect.stringContaining("Saved"),
      expect.stringContaining("First version"),
    ]);
    await rows.nth(2).click();
    await second.waitForURL(/revision=/);
    await second.getByRole("button", { name: "Restore this version" }).click();
    await second.getByText("First words. Mine.").waitFor();
  });

  test("shows that another editor has deleted the guide, and restores it", async ({ as }) => {
    const [ada, noor] = [await as("admin"), await as("admin")];
    const page = await begin(ada);
    await page.locator('[data-save="saved"]').waitFor();
    const { pathname } = new URL(page.url());
    await noor.post("/admin/content", { "delete-one": pathname.split("/").at(-1) ?? "" });

    // The open editor is notified.
    await page.getByRole("alert").getByText(`${noor.name} deleted this guide on`).waitFor({ timeout: 30_000 });
    expect(await page.getByRole("button", { name: "Publish now" }).count()).toBe(0);
    await writeText(page, "Written all the same.");
    await saved(page);
    expect(await violationsInEachTheme(page)).toEqual([]);
    await submit(page, "Restore guide");

    expect(await page.locator(".guide-editor-state").innerText()).toBe("Draft");
    expect(await page.getByRole("textbox", { name: "Guide text" }).innerText()).toContain("all the same");
    expect(await page.getByRole("heading", { name: "This guide is deleted" }).count()).toBe(0);
  });

  test("keeps typed text while the site can't be reached, through a reload, and saves it later", async ({ as }) => {
    const ada = await as("admin");
    const opened = await begin(ada);
    const { pathname } = new URL(opened.url());
    await opened.locator('[data-save="saved"]').waitFor();
    const page = await open(await ada.visit(pathname, { expectedErrors: [`${pathname}/save`], ownWindow: true }));
    await page.route("**/save", (route) => route.abort("aborted"));
    await writeText(page, "Typed in a tunnel.");
    await page.locator('[data-save="offline"]').waitFor();

    await page.reload();
    await open(page);
    await page.getByText("that are not in the guide").waitFor();
    await page.unroute("**/save");
    await page.getByRole("button", { name: "Restore changes" }).click();
    await page.getByRole("textbox", { name: "Guide text" }).getByText("Typed in a tunnel.").waitFor();
    await page.locator('[data-save="saved"]').waitFor();
    await page.reload();
    await open(page);

    expect(await page.getByRole("textbox", { name: "Guide text" }).innerText()).toContain("Typed in a tunnel.");
    expect(await page.getByText("that are not in the guide").count()).toBe(0);
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
    expect(moved).toContain("## Noon\n\n::place{madams-organ}\n\nBelow the organ.\n\n::place{chercher}");

    const block = page.locator('.editor-place[data-place="chercher"] [data-drag-handle]');
    await block.dragTo(page.locator(".editor-text h2"));
    await expect.poll(order).toEqual(before);
  });

  test("leaves the cursor below what was inserted, and typing replaces no block, also a selected one", async ({
    as,
  }) => {
    const page = await begin(await as("admin"));
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
    // The arrow key selects each block in turn, and what is typed then is a line of its own.
    await page.keyboard.press("Control+Home");
    for (const letter of "PQRS") {
      while ((await page.locator(".ProseMirror-selectednode").count()) === 0) await page.keyboard.press("ArrowDown");
      await page.keyboard.type(`${letter}.`);
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

  test("cleans pasted content, and moves places by keyboard", async ({ as }) => {
    const page = await begin(await as("admin"));
    const text = page.getByRole("textbox", { name: "Guide text" });
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
    await addPlace(page, "Chercher");
    await addPlace(page, "Madam");
    await page.getByRole("button", { name: /^Move Madam.* up$/ }).click();
    await saved(page);

    const file = await markdownOf(page);
    expect(file).toMatch(
      /## Pasted\n\n\*\*bold\*\*\n\n- First word\n- Last word\n\n!\[A kite\]\([^)]*\)\n\n::place\{madams-organ\}\n\n::place\{chercher[a-z-]*\}\n/,
    );
    expect(await page.evaluate(() => "__ran" in window)).toBe(false);
  });

  test("imports a Markdown file, publishes it, unpublishes it, and exports it as a file again", async ({
    as,
    guest,
  }) => {
    const text = [
      "---",
      "title: Brought in from a file",
      "excerpt: Words that were written elsewhere, in a file of their own, and came here as they were written there.",
      "category: food",
      "---",
      "",
      "They were *written* elsewhere.",
    ].join("\n");
    const page = await (await as("admin")).visit("/admin/posts/new", { script: false });
    // As in the seed folder, the file's name is the guide's slug.
    const file = { name: "brought-in-from-a-file.md", mimeType: "text/markdown", buffer: Buffer.from(text) };
    await page.getByLabel("Markdown file").setInputFiles(file);
    await page.getByRole("button", { name: "Import file" }).click();
    await page.waitForURL(/\/admin\/posts\/\d+$/);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Publish now" }).click()]);
    await page.locator(".guide-editor-state", { hasText: /Published [A-Z]/ }).waitFor();
    const address = "/posts/brought-in-from-a-file";
    expect(await guest.read(address)).toContain("They were <em>written</em> elsewhere.");

    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.locator(".guide-editor-state", { hasText: "Unpublished" }).waitFor();
    expect((await guest.fetch(address)).status).toBe(404);
    const exported = await page.request.get(`${new URL(page.url()).pathname}/guide.md`);
    expect(await exported.text()).toMatch(
      /^---\ntitle: Brought in from a file\n[\s\S]*They were \*written\* elsewhere\./,
    );
  });

  test("opens a draft's preview from the table of posts, and a published guide at its public URL", async ({
    as,
    guest,
  }) => {
    const page = await begin(await as("admin"));
    await writeText(page, "Unseen so far: the gallimaufry.");
    await saved(page);
    const path = new URL(page.url()).pathname;
    const view = async (words: string, row: Locator) => {
      await page.goto(`/admin/content?q=${encodeURIComponent(words)}`);
      await row.getByLabel("Actions for").click();
      await row.getByRole("link", { name: "View", exact: true }).click();
    };

    await view(TITLE, page.getByRole("row").filter({ has: page.locator(`a[href="${path}"]`) }));
    await page.getByText("Preview. This guide isn’t public yet. Only admins can see this page.").waitFor();
    expect(await page.getByRole("main").innerText()).toContain("the gallimaufry");
    expect(await violationsInEachTheme(page)).toEqual([]);
    const refused = await guest.fetch(new URL(page.url()).pathname);
    expect(refused.headers.get("location")).toMatch(/^\/auth\/login/);
    await page.getByRole("link", { name: "Edit guide" }).click();
    await open(page);

    await view("pizza", page.getByRole("row").filter({ hasText: "The best pizza" }));
    await page.waitForURL("**/posts/best-pizza");
  });

  test("works without script", async ({ as, guest }) => {
    const page = await (await as("admin")).visit("/admin/authors", { script: false });
    await page.getByLabel("Name", { exact: true }).last().fill("Grace Quill");
    await page.getByRole("button", { name: "Add author" }).click();
    await page.getByText("You can now choose them for guides.").waitFor();
    await page.locator("summary").filter({ hasText: "Grace Quill" }).click();
    const entry = page.locator(".guide-author-list details").filter({ hasText: "Grace Quill" });
    const about = entry.getByLabel("Bio");
    await about.fill("Writes of bread.");
    await entry.getByRole("button", { name: "Save author" }).click();
    await page.getByText("“Grace Quill” saved. Published guides show the change.").waitFor();
    expect(await about.inputValue()).toBe("Writes of bread.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => about.inputValue()).toBe("");
    await page.goto("/admin/posts/new");
    await page.getByLabel("Title").fill("Plainly written");
    await page.getByRole("button", { name: "Start writing" }).click();
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
    await page.getByLabel("Description").fill("A green square");
    await page.getByRole("button", { name: "Add picture" }).click();
    await page.getByLabel("Reason to go").first().fill("For the bread.");
    await page.getByRole("button", { name: "Publish now" }).click();

    expect(await page.locator(".guide-editor-state").innerText()).toContain("Published");
    const html = await guest.read("/posts/plainly-written");
    expect(html).toContain("<p>Plain <em>words</em>.</p>");
    expect(html).toContain('alt="A green square"');
    expect(html).toContain("The Rowhouse editors and Grace Quill");
    expect(html).toContain('{"@type":"Person","name":"Grace Quill"}');
  });
});

async function begin({ visit }: Person): Promise<Page> {
  const page = await visit("/admin/posts/new");
  await page.getByLabel("Title").fill(TITLE);
  await page.getByRole("button", { name: "Start writing" }).click();
  await page.waitForURL(/\/admin\/posts\/\d+$/);
  return open(page);
}

/** Resolves when the text has its toolbar. */
async function open(page: Page): Promise<Page> {
  await waitForHydration(page);
  await page.getByRole("textbox", { name: "Guide text" }).waitFor();
  return page;
}

async function writeText(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Guide text" }).click();
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
