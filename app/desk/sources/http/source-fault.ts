/**
 * Why a source could not be read. "busy": it asks for fewer requests. "stopped": the run was asked to stop, which is no
 * fault of the source.
 */
export type SourceFaultKind =
  | "bad-address"
  | "private-address"
  | "bad-redirect"
  | "unreachable"
  | "busy"
  | "refused"
  | "failed"
  | "too-slow"
  | "too-large"
  | "cut-off"
  | "no-ranges"
  | "malformed"
  | "stopped";

/** A source that can't be read now. The message is one sentence for the operator, and names the host. */
export class SourceFault extends Error {
  readonly kind: SourceFaultKind;
  /** The status of the answer, if there was one. */
  readonly status: number | null;
  /** How long the source asks to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: SourceFaultKind,
    message: string,
    { cause, status = null, retryAfterMs = null }: SourceFaultDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

type SourceFaultDetails = { cause?: unknown; status?: number | null; retryAfterMs?: number | null };
