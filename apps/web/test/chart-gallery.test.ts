import t from 'tap';
import { withBaseOption } from '../src/charts/base-option.js';
import { chartColors, chartTheme } from '../src/charts/chart-theme.js';
import { chartTypes, type ChartType } from '../src/charts/chart-types.js';
import { init } from '../src/charts/echarts.js';
import { columnOfKind, draw } from './charts-support.js';

const columns = [
  columnOfKind('day of the order in the time zone of the customer', 'datetime'),
  columnOfKind('country', 'string'),
  columnOfKind('sum of the orders without returned ones', 'number'),
  columnOfKind('price', 'number'),
];
const [time, country, orders, price] = columns.map(({ name }) => name);

const rows = Array.from({ length: 60 }, (_, at) => [
  `2026-${String((at % 12) + 1).padStart(2, '0')}-15T12:00:00`,
  at % 3 === 0 ? `The United Kingdom of Great Britain and Northern Ireland ${at}` : `Land ${at}`,
  (at * 7_919) % 1_234_567,
  at % 7,
]);

/** The columns of each chart type, with every setting that adds text. */
const charts: Partial<Record<ChartType, Record<string, string | boolean>>> = {
  line: { x: time ?? '', y: orders ?? '', y2: price ?? '', secondAxis: true, references: '900000' },
  area: { x: time ?? '', y: orders ?? '', split: country ?? '' },
  verticalbar: { barlabel: country ?? '', barvalue: orders ?? '', barvalue2: price ?? '' },
  bar: { barlabel: country ?? '', barvalue: orders ?? '', references: '500000' },
  'stacked-bar-vertical': { barlabel: time ?? '', barvalue: orders ?? '', color: country ?? '' },
  'stacked-bar-horizontal': { barlabel: country ?? '', barvalue: orders ?? '', color: time ?? '' },
  bubble: { x: orders ?? '', y: price ?? '', color: country ?? '' },
  heatmap: { x: country ?? '', y: time ?? '', value: orders ?? '' },
  pie: { label: country ?? '', value: orders ?? '' },
};

const sizes: [number, number][] = [
  [1_200, 500],
  [520, 300],
  [360, 220],
];

/** The legend shows its items page by page; those of other pages are beyond its bounds. */
const LEGEND_PIXELS = 24;

interface ShownText {
  text: string;
  left: number;
  right: number;
  y: number;
}

/** Average width of a character of 12 pixels, as ECharts estimates it without a canvas. */
const CHARACTER_PIXELS = 5.5;

/** Returns the texts of an SVG document and where they are. */
function textsOf(svg: string): ShownText[] {
  const elements = svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g);
  return [...elements].flatMap(([, attributes = '', text = '']) => {
    const place = /translate\((?<x>[-\d.]+) (?<y>[-\d.]+)\)/.exec(attributes)?.groups;
    const offset = (name: string): number =>
      Number(new RegExp(`(?:^| )${name}="([-\\d.]+)"`).exec(attributes)?.[1] ?? 0);
    const x = Number(place?.x ?? 0) + offset('x');
    const width = text.length * CHARACTER_PIXELS;
    const before = { start: 0, middle: width / 2, end: width };
    const anchor = /text-anchor="(start|middle|end)"/.exec(attributes)?.[1] ?? 'start';
    const left = x - before[anchor as keyof typeof before];
    return [{ text, left, right: left + width, y: Number(place?.y ?? 0) + offset('y') }];
  });
}

for (const [type, fields] of Object.entries(charts)) {
  t.test(`no text of a chart is clipped or covered: ${type}`, async (t) => {
    t.ok(Object.hasOwn(chartTypes, type));
    const drawing = draw({ chartType: type, fields }, columns, rows);
    if (drawing.kind !== 'chart') throw new Error('There is no chart');
    for (const [width, height] of sizes) {
      const theme = chartTheme(chartColors.dark);
      const chart = init(null, theme, { renderer: 'svg', ssr: true, width, height });
      chart.setOption(withBaseOption(drawing.option, { label: type, isAnimated: false }));
      const texts = textsOf(chart.renderToSVGString()).filter(({ y }) => y > LEGEND_PIXELS);
      chart.dispose();
      t.ok(texts.length > 3, `${width} × ${height} has texts`);
      const clipped = texts.filter(
        ({ left, right, y }) => left < -8 || right > width + 8 || y < 0 || y > height,
      );
      t.same(clipped, [], `${width} × ${height}: nothing is clipped`);
      const covered = texts.flatMap((one, at) =>
        texts
          .slice(at + 1)
          .filter(
            (other) =>
              Math.abs(one.y - other.y) < 8 &&
              one.left + 8 < other.right &&
              other.left + 8 < one.right,
          )
          .map((other) => [one.text, other.text]),
      );
      t.same(covered, [], `${width} × ${height}: nothing is covered`);
    }
  });
}
