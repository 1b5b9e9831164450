/** The colours of a chart in one colour scheme. They follow the tokens of `ui/tokens.css`. */
export interface ChartColors {
  surface: string;
  text: string;
  muted: string;
  border: string;
  /** Colours of series, in order. */
  series: string[];
  /** The range of a heatmap, from low to high. */
  heat: string[];
}

/**
 * Twelve colours for each scheme, found by search: each has a contrast of at least 3 to the surface, and each two
 * differ also for readers with protanopia, deuteranopia or tritanopia. The first colours differ most.
 */
export const chartColors: Record<'light' | 'dark', ChartColors> = {
  light: {
    surface: '#ffffff',
    text: '#1c1f26',
    muted: '#5a6270',
    border: '#e2e5ea',
    series: [
      '#4b78ff',
      '#870000',
      '#ff5a78',
      '#1e1ea5',
      '#006987',
      '#696900',
      '#690069',
      '#873cc3',
      '#c37800',
      '#c378d2',
      '#b41e69',
      '#00a587',
    ],
    heat: ['#e8edfd', '#8ea2ee', '#3f5bd4', '#1c2a75'],
  },
  dark: {
    surface: '#16181d',
    text: '#e4e6eb',
    muted: '#9aa3b2',
    border: '#2b303a',
    series: [
      '#0069e1',
      '#d2e100',
      '#a54b00',
      '#a5d2ff',
      '#ff5a96',
      '#879600',
      '#964ba5',
      '#c378ff',
      '#00785a',
      '#00e1a5',
      '#f0a54b',
      '#2da5b4',
    ],
    heat: ['#20294d', '#3f5bd4', '#8ea2ee', '#e8edfd'],
  },
};

/** Returns the theme of ECharts for the colours. */
export function chartTheme({ surface, text, muted, border, series, heat }: ChartColors) {
  const axis = {
    axisLine: { lineStyle: { color: muted } },
    axisTick: { lineStyle: { color: muted } },
    axisLabel: { color: muted },
    nameTextStyle: { color: text },
    splitLine: { lineStyle: { color: border } },
  };
  return {
    color: series,
    textStyle: { color: text, fontFamily: "'Inter Variable', system-ui, sans-serif" },
    legend: {
      textStyle: { color: text },
      pageTextStyle: { color: text },
      pageIconColor: text,
      pageIconInactiveColor: border,
    },
    tooltip: { backgroundColor: surface, borderColor: muted, textStyle: { color: text } },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    logAxis: axis,
    timeAxis: { ...axis, splitLine: { show: false } },
    line: { symbolSize: 5, lineStyle: { width: 2 } },
    pie: { label: { color: text }, itemStyle: { borderColor: surface, borderWidth: 1 } },
    visualMap: { inRange: { color: heat }, textStyle: { color: text } },
    markLine: { label: { color: text }, lineStyle: { color: muted } },
  };
}
