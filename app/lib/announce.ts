/** Prints a line for the operator at any log level: plain on a terminal, otherwise JSON like the log. */
export function announce(line: string): void {
  console.log(process.stdout.isTTY ? line : JSON.stringify({ level: 30, time: Date.now(), msg: line }));
}
