// Nothing.
// rejected 1:1: a file that does not export one function
// rejected 1:1: no #include of the runtime
