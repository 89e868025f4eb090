/** How many backups are retained. The oldest is deleted once a new one is complete. */
export const BACKUPS_MAX = 7;

const BACKUP_NAME = /^rowhouse-\d{4}(?:-\d\d){5}\.tar\.gz$/;

/** Whether a name is a backup's file name, and so can't point outside of the folder. */
export function isBackupFileName(name: string): boolean {
  return BACKUP_NAME.test(name);
}

/** "rowhouse-2026-11-23-17-04-05.tar.gz", in UTC. Names sort by time, and are lowercase because URLs are. */
export function backupFileName(at: Date): string {
  return `rowhouse-${at.toISOString().slice(0, 19).replaceAll(/[T:]/g, "-")}.tar.gz`;
}

/** "4.2 MB" */
export function formatBytes(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`;
  if (bytes < 1_073_741_824) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${(bytes / 1_073_741_824).toFixed(1)} GB`;
}

export function backupPath(name: string): string {
  return `/admin/actions/backups/${name}`;
}
