import { ApiKeysCard } from './api-keys-card.tsx';
import { AddressesCard } from './addresses-card.tsx';

/** Everything that programs need to read the user's analytics. */
export function ApiKeysPanel() {
  return (
    <>
      <ApiKeysCard />
      <AddressesCard />
    </>
  );
}
