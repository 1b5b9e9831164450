import { isDeep } from '@sluice/testkit';

// Texts that run a script or create an element when they are rendered as anything but text. Each calls
// `ran(number)` or creates an element with the attribute `data-h`. None is longer than the limit of names.

const markup = [
  '<img data-h src=x onerror=ran(#)>',
  '<script data-h>ran(#)</script>',
  '<svg data-h onload=ran(#)>',
  '<svg data-h><script>ran(#)</script></svg>',
  '<iframe data-h srcdoc="<script>parent.ran(#)</script>">',
  '<details data-h open ontoggle=ran(#)>',
  '<style data-h>*{color:red}</style>',
  '<input data-h autofocus onfocus=ran(#)>',
  '<a data-h href="javascript:ran(#)">open</a>',
  '<video data-h src=x onerror=ran(#)>',
];

/** Prefixes that end the surrounding markup. */
const breakouts = [
  '',
  '">',
  "'>",
  '-->',
  ']]>',
  '</script>',
  '</style>',
  '</textarea>',
  '</title>',
  '</template>',
  '</noscript>',
  '\\">',
  '`>',
  '&quot;>',
  '\u2028',
];

const others = [
  // Scripts
  '<SCRIPT/x data-h>ran(#)</SCRIPT>',
  '<script data-h src="data:text/javascript,ran(#)"></script>',
  '<script data-h type=module>ran(#)</script>',
  '<scr<script>ipt data-h>ran(#)</scr</script>ipt>',
  // Event handlers
  '<body data-h onload=ran(#)>',
  '<marquee data-h onstart=ran(#)>',
  '<object data-h data="javascript:ran(#)">',
  '<embed data-h src="javascript:ran(#)">',
  '<select data-h autofocus onfocus=ran(#)>',
  '<textarea data-h autofocus onfocus=ran(#)>',
  '<audio data-h src=x onerror=ran(#)>',
  '<link data-h rel=stylesheet href=x onerror=ran(#)>',
  '<p data-h style="animation:x" onanimationstart=ran(#)>',
  '" data-h autofocus onfocus="ran(#)',
  "' data-h onmouseover='ran(#)",
  'x onerror=ran(#) data-h',
  // Links
  'javascript:ran(#)',
  'JaVaScRiPt:ran(#)',
  ' javascript:ran(#)',
  'java\tscript:ran(#)',
  'java\nscript:ran(#)',
  '&#106;avascript:ran(#)',
  'javascript://example.com/%0aran(#)',
  'vbscript:ran(#)',
  'data:text/html,<script>parent.ran(#)</script>',
  'https://example.com/"onmouseover="ran(#)"data-h="',
  'https://example.com/<img/data-h/src=x/onerror=ran(#)>',
  "https://example.com/'onclick='ran(#)",
  // SVG and MathML
  '<svg data-h><animate onbegin=ran(#) attributeName=x dur=1s>',
  '<svg data-h><foreignObject><img src=x onerror=ran(#)>',
  '<svg data-h><a xlink:href="javascript:ran(#)"><text y=9>x</text></a>',
  '<math data-h><mtext><img src=x onerror=ran(#)></mtext></math>',
  '<math data-h href="javascript:ran(#)">x</math>',
  // Templates
  '{{constructor.constructor("ran(#)")()}}',
  '${ran(#)}',
  '#{ran(#)}',
  '<%= ran(#) %>',
  '{% ran(#) %}',
  '{a|ran(#)}',
  // Characters that look like or decode to others
  '\uff1cscript\uff1eran(#)\uff1c/script\uff1e',
  '\\u003cimg data-h src=x onerror=ran(#)\\u003e',
  '\\x3cimg data-h src=x onerror=ran(#)\\x3e',
  '&lt;img data-h src=x onerror=ran(#)&gt;',
  '%3Cimg data-h src=x onerror=ran(#)%3E',
  '\u202e<img data-h src=x onerror=ran(#)>',
  '<\u200bimg data-h src=x onerror=ran(#)>',
  '\ufeff<img data-h src=x onerror=ran(#)>',
  '+ADw-script+AD4-ran(#)+ADw-/script+AD4-',
  // Styles
  '</style><style data-h>@import "data:text/css,*{color:red}"</style>',
  'x;background:url(javascript:ran(#))',
  'x:expression(ran(#))',
  'red}*{background:url("javascript:ran(#)")}',
  // Property names of objects
  '__proto__',
  'constructor',
  // Documents
  '<meta data-h http-equiv=refresh content="0;url=javascript:ran(#)">',
  '<base data-h href="javascript:ran(#)//">',
  '<form data-h><button formaction="javascript:ran(#)">x</button></form>',
  '<template data-h><img src=x onerror=ran(#)></template>',
];

/** All texts, each with a unique number. */
export const hostileTexts: string[] = [
  ...breakouts.flatMap((breakout) => markup.map((element) => breakout + element)),
  ...others,
].map((text, index) => text.replaceAll('#', String(index)));

/**
 * The texts that the workbench shows in a test. `npm test` shows every seventh: each kind of markup three times or twice,
 * each prefix once or twice. One text that becomes an element in a place shows that the place inserts HTML.
 */
export const shownTexts = hostileTexts.filter((_, index) => isDeep || index % 7 === 0);
