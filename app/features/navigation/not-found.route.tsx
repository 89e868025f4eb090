import { noSuchPage } from "./no-such-page.ts";

/** Every address that no other route answers. */
export function loader(): never {
  throw noSuchPage();
}

/** An address that isn't there takes nothing either. */
export function action(): never {
  throw noSuchPage();
}

export default function NoPage() {
  return null;
}
