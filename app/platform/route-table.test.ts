import fc from "fast-check";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";

import routes from "#app/routes.ts";

import { RouteTable } from "./route-table.ts";

const handle = { audience: "everyone" };
const page = { handle, default: () => null };

const TABLE = new RouteTable([
  { id: "root", path: "", module: {} },
  { id: "home", parentId: "root", module: page },
  { id: "place", parentId: "root", path: "places/:slug", module: page },
  { id: "clicks", parentId: "root", path: "places/:slug/clicks/:kind", module: { handle } },
  { id: "latest", parentId: "root", path: "latest", module: page },
  { id: "case", parentId: "root", path: "cases/:id?", module: page },
  { id: "category", parentId: "root", path: ":category", module: page },
  { id: "missing", parentId: "root", path: "*", module: page },
]);

test.for([
  ["/", "/"],
  ["/_.data", "/"],
  ["/places/tryst?sort=new", "/places/:slug"],
  ["/places/tryst.data?_routes=x", "/places/:slug"],
  ["/places/tryst/", "/places/:slug"],
  ["/places/tryst/clicks/phone", "/places/:slug/clicks/:kind"],
  ["/latest", "/latest"],
  ["/cases", "/cases/:id?"],
  ["/cases/1", "/cases/:id?"],
  ["/food", "/:category"],
  ["/no/such/page", undefined],
  ["/places/__proto__/x", undefined],
  ["//", "/"],
] as const)("%s is answered by %s", ([target, pattern]) => {
  expect(TABLE.find(target)?.pattern).toBe(pattern);
});

test("it finds the same route as React Router for any path made of the site's own words", () => {
  const table = new RouteTable(routes.map(({ file, path }) => ({ id: file, path, module: { handle } })));
  const listed = routes.map(({ path = "", index }): RouteObject => (index === true ? { index } : { path }));
  const words = [...new Set(routes.flatMap(({ path = "" }) => path.split("/")))].filter((word) => /^\w/.test(word));
  const anyPath = fc.array(fc.constantFrom("x", "1", ...words), { maxLength: 6 });

  const byRouter = (path: string) => matchRoutes(listed, path)?.at(-1)?.route.path ?? "";
  const byTable = (path: string) => table.find(path)?.pattern.slice(1) ?? "*";
  for (const { path = "" } of routes.filter(({ path }) => path !== "*")) {
    const filled = `/${path.replaceAll(/:\w+\??/g, "x")}`;
    expect(byTable(filled)).toBe(path);
  }
  fc.assert(
    fc.property(anyPath, (parts) => {
      const path = `/${parts.join("/")}`;
      expect(byTable(path)).toBe(byRouter(path));
    }),
  );
});

test("a route without a valid handle is refused by its name", () => {
  const wrong = [undefined, {}, { audience: "nobody" }, { ...handle, query: "q" }, { ...handle, asks: ["q"] }];

  for (const each of wrong) {
    expect(() => new RouteTable([{ id: "latest.route", path: "latest", module: { handle: each } }])).toThrow(
      "latest.route exports no valid handle",
    );
  }
});
