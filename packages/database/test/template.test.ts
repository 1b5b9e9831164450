import { renderTemplates } from '@sluice/database';
import { AppError } from '@sluice/errors';
import fc from 'fast-check';
import t from 'tap';

const user = {
  id: 'u-1',
  email: 'ada@example.com',
  name: null,
  role: 'editor',
  data: { tenant: 'blue', number: 7, flag: false, empty: '', list: [1], twice: '{{user.id}}' },
};

const render = (text: string) => renderTemplates({ field: text }, user)['field'];

t.test('templates are replaced by values of the user', (t) => {
  t.equal(render('{{user.id}}/{{ user.email }}'), 'u-1/ada@example.com');
  t.equal(render('{{user.role}}-{{user.data.tenant}}-{{user.data.number}}'), 'editor-blue-7');
  t.equal(render('{{user.data.flag}}'), 'false');
  t.equal(render('{{user.data.twice}}'), '{{user.id}}', 'the replacement is not rendered again');
  t.equal(render('no template { } $& $1'), 'no template { } $& $1');
  t.same(renderTemplates({ ssl: true, port: 5, none: null }, user), {
    ssl: true,
    port: 5,
    none: null,
  });
  t.end();
});

t.test('a value is inserted unchanged', (t) => {
  const odd = { ...user, data: { odd: "$& $' \\ ';-- <b>" } };
  t.equal(renderTemplates({ x: '{{user.data.odd}}' }, odd)['x'], "$& $' \\ ';-- <b>");
  t.end();
});

t.test('unknown, missing and non-scalar values are errors that name the field', (t) => {
  for (const text of [
    '{{user.name}}',
    '{{user.data.none}}',
    '{{user.data.empty}}',
    '{{user.data.list}}',
    '{{user.data}}',
    '{{user}}',
    '{{}}',
    '{{user.passwordHash}}',
    '{{user.data.toString}}',
    '{{user.data.__proto__}}',
    '{{user.data.constructor.name}}',
    '{{user.data.a b}}',
    '{{{user.id}}}',
    '{{user.id',
    '{{user.{{id}}}}',
    '{{#if user}}x{{/if}}',
    '{{process.env.HOME}}',
  ]) {
    const error = t.throws(() => render(text), AppError, text);
    t.match(error, { code: 'template', status: 400, errors: [{ path: 'data.field' }] }, text);
  }
  t.end();
});

t.test('a value with control characters or of excessive length is rejected', (t) => {
  for (const value of ['a\nb', 'a\0b', '\u0085', 'x'.repeat(1025)]) {
    const odd = { ...user, data: { odd: value } };
    t.throws(() => renderTemplates({ x: '{{user.data.odd}}' }, odd), { code: 'template' });
  }
  t.end();
});

t.test('a value cannot change the structure of pre-query statements', (t) => {
  const sql = (text: string, odd: string) =>
    renderTemplates({ preQueryStatements: text }, { ...user, data: { odd } })['preQueryStatements'];
  const role = 'set role {{user.data.odd}}';
  const name = "set app.user = 'it''s {{user.data.odd}}'; select 1";
  t.equal(sql(role, 'sales_eu-1'), 'set role sales_eu-1');
  t.equal(sql(name, 'Zoë Ada'), "set app.user = 'it''s Zoë Ada'; select 1");
  t.equal(sql(name, 'ada@example.com'), "set app.user = 'it''s ada@example.com'; select 1");
  const hostile = [
    "x'; drop table t; --",
    'x;y',
    'x--',
    'a/*',
    'a\\',
    'f()',
    '$$',
    'a"b',
    'a,b',
    '`',
  ];
  for (const value of hostile) {
    for (const text of [role, name]) t.throws(() => sql(text, value), { code: 'template' }, value);
  }
  t.throws(
    () => sql(role, 'a or true'),
    { code: 'template' },
    'spaces are allowed only between quotes',
  );
  t.throws(
    () => sql(`${name}; ${role}`, 'a b'),
    { code: 'template' },
    'each template is checked separately',
  );
  t.end();
});

t.test('any text renders or fails with a template error in linear time', (t) => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('{{', '}}', '{', '}', 'user.id', 'user.data.tenant', '__proto__', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      try {
        return typeof render(pieces.join('')) === 'string';
      } catch (error) {
        return error instanceof AppError && error.code === 'template';
      }
    }),
  );
  const startedAtMs = performance.now();
  for (const part of ['{{', '{{a', '{{user.id}}', '}}', '{ {']) {
    try {
      render(part.repeat(200_000));
    } catch (error) {
      t.ok(error instanceof AppError);
    }
  }
  t.ok(performance.now() - startedAtMs < 2_000);
  t.end();
});
