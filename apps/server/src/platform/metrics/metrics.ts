import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Labels = Record<string, string>;
/** A value of now, and what it is of. */
export interface Reading {
  labels?: Labels;
  value: number;
}

interface About {
  name: string;
  help: string;
  labels?: readonly string[];
}

/** What this process can be watched by, in the text format of Prometheus. */
export interface Metrics {
  /** Something that happens. */
  counter(about: About): (labels?: Labels, times?: number) => void;
  /** How long things take. */
  histogram(about: About & { buckets: number[] }): (seconds: number, labels?: Labels) => void;
  /** Something that is read when somebody asks. What cannot be read just now is left out; the rest is told. */
  reading(about: About, read: () => Reading[] | Promise<Reading[]>): void;
  /** The same for what only ever rises. */
  total(about: About, read: () => Reading[]): void;
  /** Processor, memory, open files, garbage collection, and how late the event loop is. */
  watchProcess(): void;
  text(): Promise<string>;
  contentType: string;
}

/** Every name begins with `prefix`. */
export function createMetrics({ prefix }: { prefix: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const named = ({ name, help, labels = [] }: About) => ({
    name: `${prefix}${name}`,
    help,
    labelNames: labels,
    registers,
  });
  const unread = new Counter({
    ...named({ name: 'unread_total', help: 'Readings that failed, by their name', labels: ['reading'] }),
  });

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
    reading(about, read) {
      new Gauge({
        ...named(about),
        async collect() {
          this.reset();
          // A gauge without labels stands at 0 after a reset, which would be told for what could not be read.
          if (!about.labels) this.remove();
          try {
            for (const { labels = {}, value } of await read()) this.set(labels, value);
          } catch {
            unread.inc({ reading: about.name });
          }
        },
      });
    },
    total(about, read) {
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
