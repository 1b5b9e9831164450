import t from 'tap';
import { openApi } from './fixtures.js';

const hostile = [
  '<script>canary()</script>',
  '<img src=x onerror=canary()>',
  '<img src="javascript:canary()">',
  '<img src="data:text/html,canary">',
  '<img src="//evil.example/canary.png">',
  '<svg onload=canary()><circle/></svg>',
  '<math><mtext><img src=x onerror=canary()></mtext></math>',
  '<a href="javascript:canary()">x</a>',
  '<iframe srcdoc="<script>canary()</script>"></iframe>',
  '<style>@import "//evil.example/canary.css"</style>',
  '<b style="background:url(//evil.example/canary)">x</b>',
  '<span onclick="canary()">x</span>',
  '<form action="//evil.example"><input name=canary></form>',
  '<b<script>canary()//</script>',
  '<!--><script>canary()</script>-->',
  '<template><script>canary()</script></template>',
];

t.test('sign-in link texts keep safe tags and no active content', async (t) => {
  const safeHtml = '<b>Sign</b> <i>in</i> <img src="https://sso.example/logo.png" alt="logo" />';
  const html = `${hostile.join(' ')} ${safeHtml}`;
  const api = await openApi(t, {
    settings: { SERVICE_SAML_LINK_HTML: html, SERVICE_OIDC_LINK_HTML: html },
  });
  const { config } = (await api.anonymous('GET', '/api/app')).json<{
    config: { samlLinkHtml: string; oidcLinkHtml: string };
  }>();
  for (const shown of [config.samlLinkHtml, config.oidcLinkHtml]) {
    t.ok(shown.endsWith(safeHtml), shown);
    t.notMatch(shown, /<(?!\/?(?:b|i|span|img)\b)/i, 'no other tags');
    t.notMatch(shown, /<[^>]*(?:\bon\w+=|style=|href=|javascript:|data:|evil\.example)/i);
  }
});
