import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Labels = Record<string, string>;
export interface Sample {
  labels?: Labels;
  value: number;
}

interface About {
  name: string;
  help: string;
  labels?: readonly string[];
}

/** This process's metrics, in Prometheus text format. */
export interface Metrics {
  counter(about: About): (labels?: Labels, times?: number) => void;
  histogram(about: About & { buckets: number[] }): (seconds: number, labels?: Labels) => void;
  /**
   * Registers a value that is collected on each scrape. Values that cannot be read are left out; the rest is reported.
   */
  gauge(about: About, read: () => Sample[] | Promise<Sample[]>): void;
  /** Registers a collected value that only rises. */
  observedCounter(about: About, read: () => Sample[]): void;
  /** Collects processor, memory, open files, garbage collection, and event loop lag. */
  watchProcess(): void;
  text(): Promise<string>;
  contentType: string;
}

/** Every name starts with `prefix`. */
export function createMetrics({ prefix }: { prefix: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const named = ({ name, help, labels = [] }: About) => ({
    name: `${prefix}${name}`,
    help,
    labelNames: labels,
    registers,
  });
  const failed = new Counter(
    named({ name: 'metric_errors_total', help: 'Failed metric collections by metric', labels: ['metric'] }),
  );

  return {
    counter(about) {
      const counter = new Counter(named(about));
      if (!about.labels) counter.inc(0);
      return (labels = {}, times = 1) => counter.inc(labels, times);
    },
    histogram({ buckets, ...about }) {
      const histogram = new Histogram({ ...named(about), buckets });
      return (seconds, labels = {}) => histogram.observe(labels, seconds);
    },
    gauge(about, read) {
      new Gauge({
        ...named(about),
        async collect() {
          this.reset();
          // A gauge without labels is 0 after a reset, which would be reported when it cannot be read.
          if (!about.labels) this.remove();
          try {
            for (const { labels = {}, value } of await read()) this.set(labels, value);
          } catch {
            failed.inc({ metric: about.name });
          }
        },
      });
    },
    observedCounter(about, read) {
      new Counter({
        ...named(about),
        collect() {
          this.reset();
          for (const { labels = {}, value } of read()) this.inc(labels, value);
        },
      });
    },
    watchProcess: () => collectDefaultMetrics({ register: registry, prefix }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
