import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { SettingError } from "#app/lib/setting-error.ts";

import {
  cannotStart,
  copyPrograms,
  GIVE_A_DATABASE,
  packagedPrograms,
  type Programs,
  runInitdb,
  serverUser,
  type ServerUser,
} from "./postgres-programs.server.ts";

/** The role and the database that the site uses on a server of its own. */
export const DATABASE_NAME = "rowhouse";

/** Where root keeps a cluster whose server can't enter DATA_DIR. */
const ROOT_FOLDER = "/var/lib/rowhouse";

/** A socket's address has 108 bytes on Linux and 104 elsewhere, with `/.s.PGSQL.5432.lock` in it. Source: unix(7). */
const SOCKET_FOLDER_BYTES_MAX = 80;

/** Files of one PostgreSQL server and its data. */
export type Cluster = {
  /** `DATA_DIR/postgres`, or where that leads: programs, data, socket, log and password lie below it. */
  folder: string;
  /** The data of `programs.major`. */
  data: string;
  /** Null where clients come by TCP, as on Windows. */
  socketFolder: string | null;
  log: string;
  password: string;
  programs: Programs;
  user: ServerUser;
  /** Whose files one never sees: a release before this one made it, with a major version that this one hasn't. */
  isOld: boolean;
};

/**
 * Finds the cluster of a data folder and makes what is missing of it, an empty database included.
 *
 * @param say Gets one line where something isn't where an operator would look for it.
 * @param given.reach How clients come to the server: by TCP on loopback only where there are no sockets.
 * @param given.packaged The programs to use; tests have those of another release.
 * @throws SettingError where the folder can't be used, or holds a database of the old, embedded kind.
 */
export function prepareCluster(
  dataDir: string,
  say: (line: string) => void,
  { reach = DEFAULT_REACH, packaged = packagedPrograms() }: { reach?: Reach; packaged?: Programs } = {},
): Cluster {
  try {
    const folder = ownFolder(dataDir, say);
    const programs = copyPrograms(packaged, folder);
    const cluster = clusterIn(folder, { programs, data: join(folder, `data-${programs.major}`), reach });
    if (existsSync(cluster.data)) return cluster;
    if (oldMajor(folder, programs.major) !== null) {
      throw new SettingError(`DATA_DIR: ${folder} holds a database of another PostgreSQL; start the site to move it`);
    }
    initialize(cluster);
    return cluster;
  } catch (error) {
    // A disk that is full or can't be written to: nothing of ours is wrong.
    if (error instanceof Error && "syscall" in error) throw cannotStart(error);
    throw error;
  }
}

/**
 * Finds data that an earlier release made with another major version of PostgreSQL, and makes an empty database to move it to.
 *
 * @returns Null where there is nothing to move.
 * @throws SettingError where the programs that can read it are gone.
 */
export function clustersToMove(dataDir: string, say: (line: string) => void): { from: Cluster; to: Cluster } | null {
  if (lstatSync(resolve(dataDir, "postgres"), { throwIfNoEntry: false }) === undefined) return null;
  const folder = ownFolder(dataDir, say);
  const packaged = packagedPrograms();
  const major = oldMajor(folder, packaged.major);
  if (major === null || existsSync(join(folder, `data-${packaged.major}`))) return null;
  const name = readdirSync(folder).find((each) => each.startsWith(`programs-${major}.`) && !each.endsWith(".part"));
  if (name === undefined) {
    throw new SettingError(`DATA_DIR: ${folder} holds a database of PostgreSQL ${major}, whose programs are gone`);
  }
  const old = { folder: join(folder, name), version: name.slice("programs-".length), major };
  const from = { ...clusterIn(folder, { programs: old, data: join(folder, `data-${major}`) }), isOld: true };
  const programs = copyPrograms(packaged, folder);
  const to = clusterIn(folder, { programs, data: join(folder, `moving-${programs.major}`) });
  // An attempt that was cut off left what it had; its beginning is still whole.
  rmSync(to.data, { recursive: true, force: true });
  initialize(to);
  return { from, to };
}

/** Puts moved data in its place; only then the old data goes, with the programs that read it. Both servers have ended. */
export function finishMove({ from, to }: { from: Cluster; to: Cluster }): void {
  renameSync(to.data, join(to.folder, `data-${to.programs.major}`));
  syncFolder(to.folder);
  for (const path of [from.data, from.programs.folder]) rmSync(path, { recursive: true, force: true });
}

function clusterIn(
  folder: string,
  { programs, data, reach = DEFAULT_REACH }: { programs: Programs; data: string; reach?: Reach },
): Cluster {
  const user = ownerOf(folder);
  const socketFolder = reach === "tcp" ? null : ownSocketFolder(folder, user);
  const log = ownLog(folder, user);
  return { folder, data, socketFolder, log, password: ownPassword(folder), programs, user, isOld: false };
}

type Reach = "socket" | "tcp";
const DEFAULT_REACH: Reach = process.platform === "win32" ? "tcp" : "socket";

/** `DATA_DIR/postgres`: a folder, or a link to one where the server's user can't enter DATA_DIR. */
function ownFolder(dataDir: string, say: (line: string) => void): string {
  const path = resolve(dataDir, "postgres");
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolder(resolve(dataDir), path, say);
  if (existsSync(join(path, "PG_VERSION"))) {
    throw new SettingError(
      `DATA_DIR: ${dataDir} holds a database of the kind that earlier versions kept inside their own process. ` +
        "Make a backup with that version and restore it here, or choose another DATA_DIR",
    );
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new SettingError(`DATA_DIR: ${path} leads to a folder that is gone`);
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && found.uid !== uid) {
    throw new SettingError(`DATA_DIR: ${path} belongs to another user; start as the user who made it, or as root`);
  }
  return realpathSync(path);
}

function makeFolder(dataDir: string, path: string, say: (line: string) => void): void {
  const user = serverUser();
  try {
    // What members write down is nobody else's business. The server's user has to pass through it, and lists nothing.
    mkdirSync(dataDir, { recursive: true, mode: user === null ? 0o700 : 0o711 });
    if (user === null) mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Where nothing can be written, Node says "no such file" of a folder that it was to make.
    throw new SettingError(`DATA_DIR: ${dataDir} can't be written to; choose another, or ${GIVE_A_DATABASE}`, {
      cause,
    });
  }
  if (user === null) return;
  const isReachable = canEnter(user, dataDir);
  const target = isReachable ? path : join(ROOT_FOLDER, randomBytes(6).toString("hex"));
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    if (!isReachable) chmodSync(ROOT_FOLDER, 0o711);
    chmodSync(target, 0o700);
    chownSync(target, user.uid, user.gid);
  } catch (cause) {
    throw new SettingError(
      `PostgreSQL runs as ${user.name}, who can't enter ${dataDir}, and ${ROOT_FOLDER} can't be made; ` +
        `choose another DATA_DIR, or ${GIVE_A_DATABASE}`,
      { cause },
    );
  }
  if (isReachable) return;
  symlinkSync(target, path);
  say(`PostgreSQL runs as ${user.name}, who can't enter ${dataDir}: its files are in ${target}`);
}

function canEnter(user: NonNullable<ServerUser>, folder: string): boolean {
  const { uid, gid } = user;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Root runs the server as the user whose folder it is, whoever made it. */
function ownerOf(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  if (uid === 0) throw new SettingError(`DATA_DIR: ${folder} belongs to root, as whom PostgreSQL doesn't run`);
  return { name: `user ${uid}`, uid, gid };
}

function oldMajor(folder: string, major: number): number | null {
  const majors = readdirSync(folder).flatMap((name) => /^data-(\d+)$/.exec(name)?.[1] ?? []);
  return majors.map(Number).find((each) => each !== major) ?? null;
}

/** Whole from the moment it is there, on the disk too: without it nobody gets into the database that is made with it. */
function ownPassword(folder: string): string {
  const path = join(folder, "password");
  if (!existsSync(path)) {
    const part = `${path}.${process.pid}`;
    writeFileSync(part, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    try {
      linkSync(part, path);
    } catch (error) {
      // Made once by whoever comes first; the other reads theirs.
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(part, { force: true });
    }
    syncFolder(folder);
  }
  return readFileSync(path, "utf8");
}

/** Waits until the names in a folder are on the disk. Windows opens no folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function ownSocketFolder(folder: string, user: ServerUser): string {
  const path = join(folder, "socket");
  if (Buffer.byteLength(path) <= SOCKET_FOLDER_BYTES_MAX) return makeOwn(path, user);
  // Too long for a socket's address: a short folder elsewhere, which the next start finds by its name in this one.
  const note = join(folder, "socket-folder");
  const known = existsSync(note) ? readFileSync(note, "utf8") : null;
  if (known !== null && isOwn(known, user)) return known;
  const made = makeOwn(mkdtempSync(join(tmpdir(), "rowhouse-")), user);
  writeFileSync(note, made, { mode: 0o600 });
  return made;
}

/** Somebody else's folder of that name in a shared place must not get to talk for our server. */
function isOwn(path: string, user: ServerUser): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const uid = user?.uid ?? process.getuid?.();
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700;
}

function makeOwn(path: string, user: ServerUser): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user !== null) chownSync(path, user.uid, user.gid);
  return path;
}

function ownLog(folder: string, user: ServerUser): string {
  return makeOwn(join(folder, "log"), user);
}

/**
 * Makes an empty database, under another name until it is whole: of two starts at once one is used, and a power cut
 * leaves nothing that looks like a database.
 */
function initialize({ data, folder, password, programs, user }: Cluster): void {
  const part = join(folder, `new-${programs.major}-${process.pid}`);
  rmSync(part, { recursive: true, force: true });
  const passwordFile = join(folder, `password-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== null) chownSync(passwordFile, user.uid, user.gid);
  try {
    runInitdb(programs, user, [
      `--pgdata=${part}`,
      `--username=${DATABASE_NAME}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      // The same order and the same letters on every machine, whatever its locales.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
    ]);
    renameSync(part, data);
    syncFolder(folder);
  } catch (error) {
    if (!existsSync(data)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(part, { recursive: true, force: true });
  }
}
