export * from '@tidemark/sandbox/strange-input';
