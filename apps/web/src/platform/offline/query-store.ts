const databaseName = 'tidemark-offline';
const storeName = 'queries';
const maxAgeMillis = 7 * 86_400_000;
const maxCharacters = 5_000_000;

export interface SavedQuery {
  hash: string;
  /** When its response arrived. */
  at: number;
  /** Its key and response, as JSON. */
  text: string;
}

/**
 * Runs work on what is stored after any that another tab or the service worker has begun. Otherwise, a query that is
 * being stored could be put back after everything was deleted.
 */
export const inTurn = <T>(work: () => Promise<T>) => navigator.locks.request(databaseName, work);

export const putSavedQueries = (queries: SavedQuery[]) =>
  withStore('readwrite', (store) => Promise.all(queries.map((query) => toPromise(store.put(query)))));

export const findSavedQuery = (hash: string) =>
  withStore('readonly', (store) => toPromise<SavedQuery | undefined>(store.get(hash)));

/** Returns the queries that are not too old, newest first. */
export async function listSavedQueries(): Promise<SavedQuery[]> {
  const queries = await withStore('readonly', (store) => toPromise<SavedQuery[]>(store.getAll()));
  return queries.filter(({ at }) => at > Date.now() - maxAgeMillis).toSorted((one, other) => other.at - one.at);
}

/** Deletes queries that are too old, then the oldest until the rest is small enough. */
export async function trimSavedQueries(): Promise<void> {
  let characters = 0;
  const remaining = (await listSavedQueries()).filter(({ text }) => (characters += text.length) <= maxCharacters);
  const hashes = new Set<IDBValidKey>(remaining.map(({ hash }) => hash));
  await withStore('readwrite', async (store) => {
    const all = await toPromise(store.getAllKeys());
    await Promise.all(all.filter((key) => !hashes.has(key)).map((key) => toPromise(store.delete(key))));
  });
}

export async function deleteSavedQueries(): Promise<void> {
  await toPromise(indexedDB.deleteDatabase(databaseName));
}

/** Closes the database after each use, because an open one delays its deletion. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
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
