import type { Account } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { displayName, networkNames, useAccountColors, useNetworkAccounts } from '#web/features/accounts/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { compactNumber, plural, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './account-head.module.css';

/** Says whose page this is, with links to the profile and to the neighbours in the account list. */
export function AccountHead({ account }: { account: Account }) {
  const accounts = useNetworkAccounts();
  const color = useAccountColors().get(account._id);
  const at = accounts.findIndex(({ _id }) => _id === account._id);
  const name = displayName(account);
  const { followersCount, mediaCount } = account.metadata;
  return (
    <section className={styles.head} aria-label="Account">
      <Avatar
        src={account.picture ?? account.profile_picture_url}
        name={name}
        size={56}
        ring={color?.color}
        dashed={color?.dashed}
      />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.facts}>
          <a href={toProfile(account)} target="_blank" rel="noreferrer">
            @{account.username}
            <ExternalLink size={13} aria-hidden="true" />
            <span className="vh"> on {networkNames[account.type]}</span>
          </a>
          {followersCount !== null && (
            <span title={wholeNumber(followersCount)}>
              {compactNumber(followersCount)} {plural(followersCount, 'follower')}
            </span>
          )}
          {mediaCount !== null && (
            <span>
              {wholeNumber(mediaCount)} {plural(mediaCount, 'post')}
            </span>
          )}
        </p>
      </div>
      {accounts.length > 1 && (
        <nav className={styles.neighbours} aria-label="Other accounts">
          <Neighbour account={accounts.at(at - 1)} label="Previous account" Icon={ChevronLeft} />
          <Neighbour account={accounts[(at + 1) % accounts.length]} label="Next account" Icon={ChevronRight} />
        </nav>
      )}
    </section>
  );
}

/** Returns the address of an account's page in its network. */
const toProfile = ({ type, username }: Account) =>
  type === 'bluesky_account' ? `https://bsky.app/profile/${username}` : `https://www.instagram.com/${username}/`;

interface NeighbourProps {
  account: Account | undefined;
  label: string;
  Icon: typeof ChevronLeft;
}

function Neighbour({ account, label, Icon }: NeighbourProps) {
  if (!account) return null;
  return (
    <Link
      to="/account/$id"
      params={{ id: account._id }}
      search={periodSearch}
      className={buttonClass('plain', 'small')}
      aria-label={`${label}: ${displayName(account)}`}
      title={displayName(account)}
    >
      <Icon size={18} aria-hidden="true" />
    </Link>
  );
}
