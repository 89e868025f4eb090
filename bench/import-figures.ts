import { statSync } from "node:fs";

/** "20000 entries (13 MB) in 2.0 s, 10000 per second" */
export function formatThroughput(path: string, entries: number, ms: number): string {
  const megabytes = statSync(path).size / 1_048_576;
  return `${entries} entries (${megabytes.toFixed(0)} MB) in ${(ms / 1000).toFixed(1)} s, ${Math.round(entries / (ms / 1000))} per second`;
}

/** Samples memory ten times a second until `end` is called. */
export function watchMemory() {
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(look, 100);
  look();
  return {
    end: () => {
      clearInterval(timer);
      look();
      return `peak memory ${megabytes(most)} MB`;
    },
  };
}

/** The current memory use of the process. */
export function memoryNow(): string {
  return `${megabytes(process.memoryUsage().rss)} MB`;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
