import type { Area } from "#app/desk/imports/run/district-areas.ts";

/** What the thread that reads Parquet files knows from its start. */
export type ParquetSettings = {
  areas: Area[];
  box: { south: number; north: number; west: number; east: number };
};

/** `to`: the byte after the last. */
export type ByteRange = { from: number; to: number };

export type FilePart = { from: number; bytes: Uint8Array };

/** First the footer of a file, then its row groups one by one. */
export type ParquetRequest = { footer: Uint8Array; size: number } | { rowGroup: number; parts: FilePart[] };

/** A row group that may have places of the District, and where its needed columns are. */
export type RowGroupPlan = { index: number; ranges: ByteRange[] };

export type ParquetAnswer = { rowGroups: RowGroupPlan[] } | { records: string[] } | { problem: string };
