import { gzipSync } from "node:zlib";

import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import { placePictureInput } from "#illustrations/picture-inputs.ts";
import { drawPicture, type PictureCrop } from "#illustrations/picture.ts";

import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";
import { quantile } from "./quantile.ts";

const CROPS: PictureCrop[] = ["hero", "card", "thumb", "wide"];
const SALTS = 4;

/** Every seed place in every crop, four pictures each: their compressed size and the time to draw them. */
export async function pictures(): Promise<void> {
  const { places } = readSeedData(SEED_DATA_FOLDER);
  const drawn = CROPS.flatMap((crop) =>
    places.flatMap((place) =>
      Array.from({ length: SALTS }, (_, salt) =>
        placePictureInput({ ...place, street: null, isDescribed: true, salt, crop }),
      ),
    ),
  ).map((input) => {
    const startedAt = performance.now();
    const { svg } = drawPicture(input);
    return { ms: performance.now() - startedAt, bytes: gzipSync(svg, { level: 9 }).length };
  });
  console.log(`${drawn.length} pictures`);
  console.log(`bytes, gzip: ${spread(drawn.map(({ bytes }) => bytes)).join(", ")}`);
  console.log(`ms: ${spread(drawn.map(({ ms }) => Number(ms.toFixed(2)))).join(", ")}`);
}

function spread(values: number[]): string[] {
  return [`median ${quantile(values, 0.5)}`, `99 % ${quantile(values, 0.99)}`, `worst ${quantile(values, 1)}`];
}
