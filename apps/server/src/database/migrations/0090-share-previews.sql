alter table share_link add column title_in_previews boolean not null default false;

comment on column share_link.title_in_previews is 'whether programs that preview the link, such as chats, learn its title';
