import t from 'tap';
import { inputsOfSearch, searchOf } from '../src/parameters/address-parameters.js';
import { problemOf, sentParameters, typeOfInput } from '../src/parameters/checked-parameters.js';
import { definitionsOf, inputsOfNames } from '../src/parameters/defined-inputs.js';
import { definitionsToSave, formsOf, withType } from '../src/editor/parameters/definition-form.js';
import {
  emptyInput,
  inputsOf,
  type InputType,
  type ParameterInput,
} from '../src/parameters/parameter-input.js';

const input = (value: string, type: InputType = 'auto'): ParameterInput => ({
  ...emptyInput,
  type,
  value,
});

void t.test('an automatic type follows the form of the value', (t) => {
  const types: [string, string][] = [
    ['42', 'integer'],
    ['-7', 'integer'],
    ['007', 'text'],
    ['1234567890123456789', 'text'],
    ['1.50', 'decimal'],
    ['true', 'boolean'],
    ['2026-03-01', 'date'],
    ['2026-03-01 09:30', 'timestamp'],
    ['2026-03-01T09:30:00Z', 'timestamptz'],
    ['paid', 'text'],
    ['', 'text'],
  ];
  for (const [value, type] of types) t.equal(typeOfInput(input(value)), type, value);
  t.equal(typeOfInput(input('42', 'text')), 'text');
  t.end();
});

void t.test('a problem is named, and an empty text is a value', (t) => {
  t.equal(problemOf(input('')), 'is missing');
  t.equal(problemOf(input('', 'text')), null);
  t.equal(problemOf(input('', 'null')), null);
  t.equal(problemOf(input('x', 'integer')), 'must be a whole number');
  t.equal(
    problemOf({ ...emptyInput, type: 'integer[]', values: ['1', 'x'] }),
    'must be a whole number (element 2)',
  );
  t.end();
});

void t.test('the inputs of a run send the same values again', (t) => {
  const parameters = { n: 5, big: '9223372036854775807', on: true, list: ['1', '2'], none: null };
  const types = {
    n: 'integer',
    big: 'integer',
    on: 'boolean',
    list: 'text[]',
    none: 'date',
  } as const;
  const inputs = inputsOf(parameters, types);
  t.same(sentParameters(inputs, ['n', 'big', 'on', 'list', 'none']), {
    parameters: { n: '5', big: '9223372036854775807', on: 'true', list: ['1', '2'], none: null },
    parameterTypes: { n: 'integer', big: 'integer', on: 'boolean', list: 'text[]', none: 'text' },
  });
  t.same(inputsOf(null, null), {});
  t.end();
});

void t.test('an address has the values of the parameters', (t) => {
  const list = { ...emptyInput, type: 'integer[]' as const, values: ['1', '2'] };
  const search = searchOf({ a: input('x&y=z'), list, none: input('', 'null') }, [
    'a',
    'list',
    'none',
  ]);
  t.equal(search, 'p.a=x%26y%3Dz&p.list=1&p.list=2');
  t.match(inputsOfSearch(`?${search}&other=1`), {
    a: { value: 'x&y=z', type: 'auto' },
    list: { values: ['1', '2'] },
  });
  t.end();
});

const definitions = definitionsOf([
  { name: 'day', type: 'date', required: true, default: '2026-03-01' },
  { name: 'size', type: 'text', required: true, options: ['s', 'm'] },
  { name: 'ids', type: 'integer[]', required: false, default: [1, 2] },
  { name: 'note', type: 'integer', required: false },
]);

void t.test('definitions give inputs their type and default', (t) => {
  const names = ['day', 'size', 'ids', 'note', 'other'];
  t.same(inputsOfNames({}, names, definitions), {
    day: input('2026-03-01', 'date'),
    size: input('', 'text'),
    ids: { ...emptyInput, type: 'integer[]', values: ['1', '2'] },
    note: input('', 'integer'),
    other: emptyInput,
  });
  const entered = { day: input('', 'auto'), ids: input('7'), note: input('', 'null') };
  t.same(inputsOfNames(entered, ['day', 'ids', 'note'], definitions), {
    day: input('', 'date'),
    ids: { type: 'integer[]', value: '7', values: ['7'] },
    note: input('', 'null'),
  });
  t.end();
});

void t.test('values are checked and sent by their definitions', (t) => {
  const problem = (name: string, given: ParameterInput) => problemOf(given, definitions.get(name));
  t.equal(problem('size', input('xl', 'text')), 'must be one of the options');
  t.equal(problem('size', input('m', 'text')), null);
  t.equal(problem('day', input('', 'date')), 'must be a date, such as 2026-03-01');
  t.equal(problem('note', input('', 'integer')), null);
  t.equal(problem('note', input('x', 'integer')), 'must be a whole number');
  t.same(sentParameters({ note: input('', 'integer') }, ['note'], definitions), {
    parameters: { note: null },
    parameterTypes: { note: 'integer' },
  });
  t.end();
});

void t.test('the form of a definition saves the same definition', (t) => {
  const names = [...definitions.keys()];
  const saved = definitionsToSave(formsOf(names, definitions, {}), definitions);
  const ids = { name: 'ids', type: 'integer[]', required: false, default: ['1', '2'] };
  t.same(saved, [definitions.get('day'), definitions.get('size'), ids, definitions.get('note')]);
  const [form] = formsOf(['new'], definitions, { new: input('5') });
  t.match(form, { name: 'new', type: 'integer', required: true });
  t.same(definitionsToSave(form === undefined ? [] : [withType(form, 'text')], definitions)[0], {
    name: 'new',
    type: 'text',
    required: true,
  });
  t.equal(definitionsToSave([], definitions).length, 4, 'a name that left the text stays defined');
  t.end();
});
