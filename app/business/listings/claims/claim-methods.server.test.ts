import { expect, test } from "vitest";

import { mailMethodState, parseClaimEmail, websiteMethodState } from "./claim-methods.server.ts";

test.for([
  // The website; the domain that codes can be mailed to; the domain that can have a code. Null: not available.
  ["https://www.quay.example.com/menu?x=1", "example.com", "example.com"],
  ["http://quay.co.uk", "quay.co.uk", "quay.co.uk"],
  ["https://www.quay.dc.us", "quay.dc.us", "quay.dc.us"],
  ["https://xn--caf-dma.example/", null, null],
  ["https://quay.wixsite.com/menu", null, "quay.wixsite.com"],
  ["https://quay.square.site", null, "quay.square.site"],
  ["https://quay.github.io", null, "quay.github.io"],
  ["https://quay.myshopify.com/", null, "quay.myshopify.com"],
  ["https://quay.wordpress.com/", null, "quay.wordpress.com"],
  ["https://www.wixsite.com/quay", null, null],
  ["https://square.site/quay", null, null],
  ["https://www.facebook.com/quay", null, null],
  ["https://m.facebook.com/quay", null, null],
  ["https://instagram.com/quay", null, null],
  ["https://linktr.ee/quay", null, null],
  ["https://www.toasttab.com/quay", null, null],
  ["https://sites.google.com/view/quay", null, null],
  ["https://gmail.com", null, null],
  ["https://gallery.georgetown.edu", null, "georgetown.edu"],
  ["https://dpr.dc.gov/page/pool", null, "dc.gov"],
  ["http://93.184.215.14/", null, null],
  ["http://localhost/", null, null],
  ["no address", null, null],
  [null, null, null],
] as const)("%s: a code by mail to %s, on the website at %s", ([website, mail, site]) => {
  const [byMail, onSite] = [mailMethodState(website), websiteMethodState(website)];

  expect(byMail).toEqual(
    mail === null ? { isOpen: false, why: expect.stringMatching(/\.$/) } : { isOpen: true, domain: mail },
  );
  expect(onSite).toEqual(
    site === null ? { isOpen: false, why: expect.stringMatching(/\.$/) } : { isOpen: true, domain: site },
  );
});

test.for([
  [" Office@Example.com ", "office@example.com"],
  ["mail@shop.example.com", "mail@shop.example.com"],
  ["a.b+c@example.com", "a.b+c@example.com"],
  ["office@notexample.com", null],
  ["office@example.com.evil.org", null],
  ["office@example.com@evil.org", null],
  ["office@evil.org,office@example.com", null],
  ["office@evil.org office@example.com", null],
  ["office@evil.org\noffice@example.com", null],
  ["<office@example.com>", null],
  ["office@example.com\0", null],
  ["office@gmail.com", null],
  ["@example.com", null],
  ["example.com", null],
  ["", null],
] as const)("%j is an address at example.com: %s", ([typed, address]) => {
  const read = parseClaimEmail(typed, "example.com");

  expect(read).toEqual(address === null ? { problem: expect.stringMatching(/\.$/) } : { address });
});
