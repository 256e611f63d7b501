const databaseName = 'tidemark-kept';
const storeName = 'figures';
const maxAgeMillis = 7 * 86_400_000;
const maxCharacters = 5_000_000;

export interface KeptFigure {
  hash: string;
  /** When it was loaded. */
  at: number;
  /** Key and data of its query, as JSON. */
  text: string;
}

export const saveFigures = (figures: KeptFigure[]) =>
  within('readwrite', (store) => Promise.all(figures.map((figure) => toPromise(store.put(figure)))));

export const findFigure = (hash: string) =>
  within('readonly', (store) => toPromise<KeptFigure | undefined>(store.get(hash)));

/** Returns what is young enough to be shown, the newest first. */
export async function listFigures(now = Date.now()): Promise<KeptFigure[]> {
  const figures = await within('readonly', (store) => toPromise<KeptFigure[]>(store.getAll()));
  return figures.filter(({ at }) => at > now - maxAgeMillis).toSorted((one, other) => other.at - one.at);
}

/** Deletes what is too old, and the oldest of what is too much. */
export async function trimFigures(): Promise<void> {
  let characters = 0;
  const kept = new Set<IDBValidKey>();
  for (const { hash, text } of await listFigures()) if ((characters += text.length) <= maxCharacters) kept.add(hash);
  await within('readwrite', async (store) => {
    const all = await toPromise(store.getAllKeys());
    await Promise.all(all.filter((key) => !kept.has(key)).map((key) => toPromise(store.delete(key))));
  });
}

export async function deleteFigures(): Promise<void> {
  await toPromise(indexedDB.deleteDatabase(databaseName));
}

/** Closes the database after each use: an open one would delay its deletion at sign-out. */
async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(databaseName);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'hash' });
  const database = await toPromise(opening);
  try {
    return await work(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    database.close();
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser’s database failed'));
  });
}
