/** Global variable that is set if a page ever runs one of these texts as code. */
export const RAN_MARK = "__ran";

/** No page contains this element, so wherever it is found, a text was parsed as HTML. */
export const PROBE_ELEMENT = "x-probe";

const RUN = `${RAN_MARK}=1`;

/** Short enough for a name: scripts, templates, and invisible characters. */
export const HOSTILE_NAMES: readonly string[] = [
  `"><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}><x-probe>`,
  `</title></textarea><svg/onload=${RUN}>`,
  "{{7*7}} ${7*7} <%= 7*7 %> #{7*7}",
  "' or 1=1; drop table users --",
  "gnp.\u202Eexe\u0000 a\u200Bb\u2066c",
  "&lt;x-probe&gt; &amp;amp; $& $1 %s %00",
  "W".repeat(60),
  "__proto__ constructor 👩‍👩‍👧 \uD83D",
];

/** Texts that are too long for a name. */
export const HOSTILE_TEXT = [
  ...HOSTILE_NAMES,
  `</script><script>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<a href="javascript:${RUN}">a link</a> http://evil.example`,
  "a\u2028line\u2029ends\r\nand\ttabs",
].join("\n");
