/** A line for whoever started the site, whatever the log's level: plain on a terminal, JSON as the log is elsewhere. */
export function announce(line: string): void {
  console.log(process.stdout.isTTY ? line : JSON.stringify({ level: 30, time: Date.now(), msg: line }));
}
