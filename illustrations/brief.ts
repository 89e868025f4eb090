import type { StreetPlan } from "./houses/street-plan.ts";
import type { PictureSubject } from "./picture-subject.ts";

/** What a composition is about, in addition to the scene's inks and random numbers. */
export type Brief = { subject: PictureSubject; neighborhood: string | null; map: StreetPlan | null };
