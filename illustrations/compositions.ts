import { drawBays } from "./compositions/bays-composition.ts";
import { drawBlossom } from "./compositions/blossom-composition.ts";
import { drawBridge } from "./compositions/bridge-composition.ts";
import { drawCanal } from "./compositions/canal-composition.ts";
import { drawCorner } from "./compositions/corner-composition.ts";
import { drawCorona } from "./compositions/corona-composition.ts";
import { drawDome } from "./compositions/dome-composition.ts";
import { drawDoorway } from "./compositions/doorway-composition.ts";
import { drawFountain } from "./compositions/fountain-composition.ts";
import { drawFront } from "./compositions/front-composition.ts";
import { drawMarket } from "./compositions/market-composition.ts";
import { drawMetro } from "./compositions/metro-composition.ts";
import { drawNeon } from "./compositions/neon-composition.ts";
import { drawPool } from "./compositions/pool-composition.ts";
import { drawPortico } from "./compositions/portico-composition.ts";
import { drawPoster } from "./compositions/poster-composition.ts";
import { drawRoofs } from "./compositions/roofs-composition.ts";
import { drawRooftop } from "./compositions/rooftop-composition.ts";
import { drawRoom } from "./compositions/room-composition.ts";
import { drawRow } from "./compositions/row-composition.ts";
import { drawSign } from "./compositions/sign-composition.ts";
import { drawStill } from "./compositions/still-composition.ts";
import { drawStreet } from "./compositions/street-composition.ts";
import { drawTrail } from "./compositions/trail-composition.ts";
import { drawCampus } from "./compositions/campus-composition.ts";
import { drawCourt } from "./compositions/court-composition.ts";
import { drawHall } from "./compositions/hall-composition.ts";
import { drawLanes } from "./compositions/lanes-composition.ts";
import { drawStadium } from "./compositions/stadium-composition.ts";
import { drawSteeple } from "./compositions/steeple-composition.ts";
import { drawAlley } from "./compositions/alley-composition.ts";
import { drawBillboard } from "./compositions/billboard-composition.ts";
import { drawCabinet } from "./compositions/cabinet-composition.ts";
import { drawClassroom } from "./compositions/classroom-composition.ts";
import { drawCounter } from "./compositions/counter-composition.ts";
import { drawLadderJob } from "./compositions/ladder-composition.ts";
import { drawLincoln } from "./compositions/lincoln-composition.ts";
import { drawMural } from "./compositions/mural-composition.ts";
import { drawNave } from "./compositions/nave-composition.ts";
import { drawStacks } from "./compositions/stacks-composition.ts";
import { drawTabletop } from "./compositions/tabletop-composition.ts";
import { drawTerrace } from "./compositions/terrace-composition.ts";
import { drawExhibit } from "./compositions/exhibit-composition.ts";
import { drawLawn } from "./compositions/lawn-composition.ts";
import { drawMonument } from "./compositions/monument-composition.ts";
import { drawSanctuary } from "./compositions/sanctuary-composition.ts";
import type { Brief } from "./brief.ts";
import type { Scene } from "./scene.ts";

type Composer = (scene: Scene, brief: Brief) => void;

const COMPOSERS = {
  bays: drawBays,
  blossom: drawBlossom,
  bridge: drawBridge,
  canal: drawCanal,
  corner: drawCorner,
  corona: drawCorona,
  dome: drawDome,
  doorway: drawDoorway,
  fountain: drawFountain,
  front: drawFront,
  market: drawMarket,
  metro: drawMetro,
  neon: drawNeon,
  pool: drawPool,
  portico: drawPortico,
  poster: drawPoster,
  roofs: drawRoofs,
  rooftop: drawRooftop,
  room: drawRoom,
  row: drawRow,
  sign: drawSign,
  still: drawStill,
  street: drawStreet,
  trail: drawTrail,
  monument: drawMonument,
  sanctuary: drawSanctuary,
  exhibit: drawExhibit,
  lawn: drawLawn,
  alley: drawAlley,
  billboard: drawBillboard,
  cabinet: drawCabinet,
  classroom: drawClassroom,
  counter: drawCounter,
  ladder: drawLadderJob,
  lincoln: drawLincoln,
  mural: drawMural,
  nave: drawNave,
  stacks: drawStacks,
  tabletop: drawTabletop,
  terrace: drawTerrace,
  campus: drawCampus,
  court: drawCourt,
  hall: drawHall,
  lanes: drawLanes,
  stadium: drawStadium,
  steeple: drawSteeple,
} as const satisfies Record<string, Composer>;

export type Composition = keyof typeof COMPOSERS;

export const composerFor = (composition: Composition): Composer => COMPOSERS[composition];

export const COMPOSITION_TITLES: Record<Composition, string> = {
  bays: "Projecting bays",
  blossom: "Cherry blossom over the Tidal Basin",
  bridge: "A stone bridge over the Potomac",
  canal: "The towpath of the canal",
  corner: "A corner house with a turret",
  corona: "A museum of bronze tiers",
  dome: "The Capitol dome",
  doorway: "A front door and its steps",
  fountain: "A city circle",
  front: "A shopfront",
  market: "A market hall",
  metro: "A Metro station's vault",
  neon: "Signs over a wet street",
  pool: "The Washington Monument and its pool",
  portico: "A portico",
  poster: "A map of its streets",
  roofs: "Rooftops",
  rooftop: "A terrace above the city",
  room: "A room with a view of the street",
  row: "A row of houses",
  sign: "A hanging sign",
  still: "A still life on the window sill",
  street: "A street of rowhouses",
  campus: "A university hall at the end of its lawn",
  court: "A basketball court",
  hall: "A public building",
  lanes: "The lanes of a swimming pool",
  stadium: "A game under the floodlights",
  steeple: "A tower before the sun",
  trail: "A trail and a stone bridge",
  monument: "A memorial",
  sanctuary: "A dome over a great door",
  exhibit: "A room of a museum",
  lawn: "The lawn of a park",
  alley: "A brick alley",
  billboard: "A sign above the roofs",
  cabinet: "A cabinet of pigeonholes",
  classroom: "A classroom",
  counter: "Before the counter",
  ladder: "A ladder against a house",
  lincoln: "The seated Lincoln",
  mural: "A painted wall",
  nave: "The nave of a church",
  stacks: "Between library shelves",
  tabletop: "A laid table from above",
  terrace: "A table on the pavement",
};
