import type { PictureSubject, SceneSubject } from "../picture-subject.ts";
import { isShopKind, shopOf, type Shop, type ShopKind } from "./shop-kinds.ts";

/** The shop for signs and still lifes of any subject. A scene uses the closest trade. */
export function shopForSubject(subject: PictureSubject): Shop {
  return shopOf(isShopKind(subject) ? subject : NEAREST_TRADE[subject]);
}

const NEAREST_TRADE: Record<SceneSubject, ShopKind> = {
  bridge: "photography",
  campus: "school",
  capitol: "bank",
  church: "music",
  embassy: "language-school",
  firehouse: "police",
  garden: "florist",
  government: "post-office",
  "historic-house": "locksmith",
  home: "coffee",
  hospital: "clinic",
  houses: "locksmith",
  library: "bookshop",
  mall: "photography",
  market: "grocery",
  memorial: "photography",
  metro: "bicycles",
  museum: "gallery",
  nightlife: "bar",
  park: "landscaping",
  "playing-field": "sports",
  recreation: "gym",
  rooftop: "bar",
  schoolhouse: "school",
  "science-museum": "gallery",
  season: "florist",
  stadium: "sports",
  swimming: "aquatics",
  trail: "bicycles",
  waterfront: "crab",
  worship: "music",
};
