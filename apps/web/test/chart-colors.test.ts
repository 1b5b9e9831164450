import t from 'tap';
import { chartColors, chartTheme } from '../src/charts/chart-theme.js';

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

/** Colour vision deficiencies: simulation of Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const visions: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Differences in OKLab; 0.02 is just noticeable. */
const minDifference: Record<string, number> = {
  normal: 0.12,
  protanopia: 0.085,
  deuteranopia: 0.085,
  tritanopia: 0.055,
};

function linearOf(color: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const seen = (matrix: Matrix, color: Triple): Triple =>
  matrix.map((row) => Math.min(1, Math.max(0, dot(row, color)))) as Triple;

function labOf(color: Triple): Triple {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], color));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], color));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], color));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((color) => dot([0.2126, 0.7152, 0.0722], linearOf(color)));
  const [high, low] = [Math.max(a ?? 0, b ?? 0), Math.min(a ?? 0, b ?? 0)];
  return (high + 0.05) / (low + 0.05);
}

for (const [scheme, colors] of Object.entries(chartColors)) {
  t.test(
    `${scheme}: twelve colours are distinguishable, also for colour-blind readers`,
    async (t) => {
      t.ok(colors.series.length >= 12);
      for (const [vision, matrix] of Object.entries(visions)) {
        const places = colors.series.map((color) => labOf(seen(matrix, linearOf(color))));
        const differences = places.flatMap((a, at) =>
          places.slice(at + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
        );
        const least = Math.min(...differences);
        t.ok(least >= (minDifference[vision] ?? 1), `${vision}: ${least.toFixed(3)}`);
      }
    },
  );

  t.test(`${scheme}: series and texts have enough contrast`, async (t) => {
    for (const color of colors.series) t.ok(contrast(color, colors.surface) >= 3, color);
    const theme = chartTheme(colors);
    const texts = [theme.legend.textStyle, theme.valueAxis.axisLabel, theme.pie.label];
    for (const { color } of texts) t.ok(contrast(color, colors.surface) >= 4.5, color);
  });
}
