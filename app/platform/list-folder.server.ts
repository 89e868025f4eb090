import { readdir } from "node:fs/promises";

/** The names in a folder; empty if the folder doesn't exist. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isFileMissing(error)) return [];
    throw error;
  }
}

/** Whether a file system error says that the file or folder doesn't exist. */
export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
