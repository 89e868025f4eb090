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
  cannotStartError,
  copyPrograms,
  DATABASE_URL_HINT,
  findPackagedPrograms,
  type Programs,
  runInitdb,
  findServerUser,
  type ServerUser,
} from "./postgres-programs.server.ts";

/** The role and the database that the site uses on Rowhouse's own server. */
export const DATABASE_NAME = "rowhouse";

/** Where root puts a cluster when the server's user can't enter DATA_DIR. */
const ROOT_FOLDER = "/var/lib/rowhouse";

/**
 * A socket path is limited to 108 bytes on Linux and 104 elsewhere, including `/.s.PGSQL.5432.lock`. Source: unix(7).
 */
const SOCKET_FOLDER_BYTES_MAX = 80;

/** The files of one PostgreSQL server and its data. */
export type Cluster = {
  /** `DATA_DIR/postgres`, or the target of that link. Programs, data, socket, log and password are inside it. */
  folder: string;
  /** The data directory for `programs.major`. */
  data: string;
  /** Null when clients connect by TCP, as on Windows. */
  socketFolder: string | null;
  log: string;
  password: string;
  programs: Programs;
  user: ServerUser;
  /** An earlier release made this cluster with a PostgreSQL major version that this release doesn't package. */
  isPreviousMajor: boolean;
};

/**
 * Finds the cluster of a data folder and creates what is missing, including an empty database.
 *
 * @param say Receives one line when a file isn't where an operator would look for it.
 * @param given.reach How clients reach the server: by loopback TCP only where there are no sockets.
 * @param given.packaged The programs to use; tests pass those of another release.
 * @throws SettingError when the folder can't be used or holds a database of the old, embedded kind.
 */
export function prepareCluster(
  dataDir: string,
  say: (line: string) => void,
  { reach = DEFAULT_REACH, packaged = findPackagedPrograms() }: { reach?: Reach; packaged?: Programs } = {},
): Cluster {
  try {
    const folder = clusterFolder(dataDir, say);
    const programs = copyPrograms(packaged, folder);
    const cluster = clusterIn(folder, { programs, data: join(folder, `data-${programs.major}`), reach });
    if (existsSync(cluster.data)) return cluster;
    if (oldMajor(folder, programs.major) !== null) {
      throw new SettingError(
        `DATA_DIR: ${folder} holds a database of another PostgreSQL version; start the site to move it`,
      );
    }
    initialize(cluster);
    return cluster;
  } catch (error) {
    // The disk is full or read-only: not a bug of ours.
    if (error instanceof Error && "syscall" in error) throw cannotStartError(error);
    throw error;
  }
}

/**
 * Finds data that an earlier release made with another PostgreSQL major version, and creates an empty database to move
 * it to.
 *
 * @returns Null when there is nothing to move.
 * @throws SettingError when the programs that can read the old data are missing.
 */
export function findClustersToUpgrade(
  dataDir: string,
  say: (line: string) => void,
): { from: Cluster; to: Cluster } | null {
  if (lstatSync(resolve(dataDir, "postgres"), { throwIfNoEntry: false }) === undefined) return null;
  const folder = clusterFolder(dataDir, say);
  const packaged = findPackagedPrograms();
  const major = oldMajor(folder, packaged.major);
  if (major === null || existsSync(join(folder, `data-${packaged.major}`))) return null;
  const name = readdirSync(folder).find((each) => each.startsWith(`programs-${major}.`) && !each.endsWith(".part"));
  if (name === undefined) {
    throw new SettingError(`DATA_DIR: ${folder} holds a database of PostgreSQL ${major}, whose programs are missing`);
  }
  const old = { folder: join(folder, name), version: name.slice("programs-".length), major };
  const from = { ...clusterIn(folder, { programs: old, data: join(folder, `data-${major}`) }), isPreviousMajor: true };
  const programs = copyPrograms(packaged, folder);
  const to = clusterIn(folder, { programs, data: join(folder, `moving-${programs.major}`) });
  // An earlier attempt may have been interrupted. The old data is still complete, so start over.
  rmSync(to.data, { recursive: true, force: true });
  initialize(to);
  return { from, to };
}

/** Puts the moved data in place and only then deletes the old data with its programs. Both servers have stopped. */
export function finishUpgrade({ from, to }: { from: Cluster; to: Cluster }): void {
  renameSync(to.data, join(to.folder, `data-${to.programs.major}`));
  syncFolder(to.folder);
  for (const path of [from.data, from.programs.folder]) rmSync(path, { recursive: true, force: true });
}

function clusterIn(
  folder: string,
  { programs, data, reach = DEFAULT_REACH }: { programs: Programs; data: string; reach?: Reach },
): Cluster {
  const user = ownerOf(folder);
  const socketFolder = reach === "tcp" ? null : socketFolderOf(folder, user);
  const log = logFolder(folder, user);
  return { folder, data, socketFolder, log, password: readPassword(folder), programs, user, isPreviousMajor: false };
}

type Reach = "socket" | "tcp";
const DEFAULT_REACH: Reach = process.platform === "win32" ? "tcp" : "socket";

/** `DATA_DIR/postgres`: a folder, or a link to a folder elsewhere if the server's user can't enter DATA_DIR. */
function clusterFolder(dataDir: string, say: (line: string) => void): string {
  const path = resolve(dataDir, "postgres");
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolder(resolve(dataDir), path, say);
  if (existsSync(join(path, "PG_VERSION"))) {
    throw new SettingError(
      `DATA_DIR: ${dataDir} holds a database from an earlier version, which ran inside the site's process. ` +
        "Make a backup with that version and restore it here, or choose another DATA_DIR",
    );
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new SettingError(`DATA_DIR: ${path} points to a folder that doesn't exist`);
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && found.uid !== uid) {
    throw new SettingError(`DATA_DIR: ${path} belongs to another user; start as the user who made it, or as root`);
  }
  return realpathSync(path);
}

function makeFolder(dataDir: string, path: string, say: (line: string) => void): void {
  const user = findServerUser();
  try {
    // Members' data is private, so only the owner may list the folder. The server's user must be able to pass through
    // it.
    mkdirSync(dataDir, { recursive: true, mode: user === null ? 0o700 : 0o711 });
    if (user === null) mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // When nothing can be written here, Node reports "no such file" for the folder that it was to create.
    throw new SettingError(`DATA_DIR: ${dataDir} can't be written to; choose another, or ${DATABASE_URL_HINT}`, {
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
        `choose another DATA_DIR, or ${DATABASE_URL_HINT}`,
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

/** Root runs the server as the user who owns the folder. */
function ownerOf(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  if (uid === 0) throw new SettingError(`DATA_DIR: ${folder} belongs to root, and PostgreSQL doesn't run as root`);
  return { name: `user ${uid}`, uid, gid };
}

function oldMajor(folder: string, major: number): number | null {
  const majors = readdirSync(folder).flatMap((name) => /^data-(\d+)$/.exec(name)?.[1] ?? []);
  return majors.map(Number).find((each) => each !== major) ?? null;
}

/** The password of the cluster. Written atomically and synced to disk: without it the database can't be opened. */
function readPassword(folder: string): string {
  const path = join(folder, "password");
  if (!existsSync(path)) {
    const part = `${path}.${process.pid}`;
    writeFileSync(part, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    try {
      linkSync(part, path);
    } catch (error) {
      // The first process creates the password; a second process reads it.
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(part, { force: true });
    }
    syncFolder(folder);
  }
  return readFileSync(path, "utf8");
}

/** Waits until the folder's entries are on the disk. Windows can't open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function socketFolderOf(folder: string, user: ServerUser): string {
  const path = join(folder, "socket");
  if (Buffer.byteLength(path) <= SOCKET_FOLDER_BYTES_MAX) return makePrivateFolder(path, user);
  // The path is too long for a socket. Use a short folder elsewhere, and note its path here for the next start.
  const note = join(folder, "socket-folder");
  const known = existsSync(note) ? readFileSync(note, "utf8") : null;
  if (known !== null && isPrivateFolder(known, user)) return known;
  const made = makePrivateFolder(mkdtempSync(join(tmpdir(), "rowhouse-")), user);
  writeFileSync(note, made, { mode: 0o600 });
  return made;
}

/** Another user's folder of the same name in a shared location must not be able to impersonate our server. */
function isPrivateFolder(path: string, user: ServerUser): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const uid = user?.uid ?? process.getuid?.();
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700;
}

function makePrivateFolder(path: string, user: ServerUser): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user !== null) chownSync(path, user.uid, user.gid);
  return path;
}

function logFolder(folder: string, user: ServerUser): string {
  return makePrivateFolder(join(folder, "log"), user);
}

/**
 * Creates an empty database under a temporary name and renames it when complete. Of two concurrent starts one wins, and
 * a power cut leaves nothing that looks like a database.
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
      // The same sort order and the same characters on every machine, whatever its locales.
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
