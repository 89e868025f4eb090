/** Hostile texts that must be shown as plain text wherever members' texts are shown, one per line. */
export const HOSTILE_LINES = [
  "<script>alert(1)</script>",
  "</script><img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "[click](javascript:alert(1))",
  '<a href="https://evil.example">prize</a>',
  "https://evil.example/?q=1&r=2",
  "{{7*7}} ${7*7} <%= 7*7 %> #{7*7}",
  "<!-- --><![CDATA[ ]]>",
  "&lt;b&gt; &amp;lt; &#60;script&#62;",
  "'; drop table reviews; --",
  "</textarea></title></style><iframe src=//evil.example>",
  "%REQUEST_ID% %00 \\u0000",
  "Z\u0351a\u0352lgo \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u05E9\u05DC\u05D5\u05DD",
];
